import { existsSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import * as z from 'zod'
import vitestConfig from '../../vitest.config.ts'
import { PROJECT_ROOT } from '../lib/launch-config.ts'
import type { NamedTest } from './coverage-page.ts'

const globs = z.array(z.string())
const project = z.object({
  test: z.object({ include: globs, exclude: globs.default([]) }),
})
const config = z.object({
  test: z.object({ projects: z.array(project) }),
})

/** Run by Node's own test runner. */
const ON_HARDHAT = { include: ['contracts/test/*.test.ts'], exclude: [] }

const PROJECTS = [
  ...config.parse(vitestConfig).test.projects.map(({ test }) => test),
  ON_HARDHAT,
]

/** Tests that do not run, or keep others from running. */
const LEFT_OUT = /\b(?:test|it|describe)\.(?:(?:skip|run)If|skip|todo|only)\b/

/** Explains why a named test proves nothing; undefined if it exists and runs. */
export function testProblem({ file, name }: NamedTest): string | undefined {
  if (!existsSync(join(PROJECT_ROOT, file))) return `${file} is not there`
  if (!isRun(file)) return `${file} is run by no test command`
  const source = sourceOf(file)
  if (LEFT_OUT.test(source)) return `${file} skips tests`
  if (name && !source.includes(name)) return `${file} has no test "${name}"`
  return undefined
}

/** Tests a file for a text with any values for its placeholders. */
export function hasText(file: string, text: string): boolean {
  if (!existsSync(join(PROJECT_ROOT, file))) return false
  return patternOf(text).test(sourceOf(file))
}

function isRun(file: string): boolean {
  return PROJECTS.some(
    ({ include, exclude }) =>
      include.some((glob) => matchesGlob(file, glob)) &&
      !exclude.some((glob) => matchesGlob(file, glob)),
  )
}

function sourceOf(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8')
}

function patternOf(text: string): RegExp {
  const words = text.split(/\{[^}]*\}/).map(escaped)
  const starts = /^\w/.test(text) ? String.raw`(?<!\w)` : ''
  const ends = /\w$/.test(text) ? String.raw`(?!\w)` : ''
  return new RegExp(starts + words.join('.{1,60}?') + ends)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import PQueue from 'p-queue'
import * as z from 'zod'
import { PROJECT_ROOT } from '../product/launch-config.ts'

const manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/** Beginnings of failures of Vitest and Node's test runner. */
const FAILURE = /^(FAIL|✖|⎯+ Unhandled \S+) /

/** Tests mostly wait, so two scripts share two cores. */
const AT_ONCE = 2

const PROGRESS_EVERY_MS = 15_000

/** Shared by all children, since short commands mostly load code. */
const COMPILED = join(PROJECT_ROOT, 'node_modules/.cache/compiled')

type Scripts = {
  /** Prefix of the names, before a colon. */
  group: string
  except?: readonly string[]
  /** Scripts that run last, one at a time. */
  alone?: readonly string[]
}

/**
 * Runs the npm scripts of a group, two at a time, in the order of package.json.
 * Continues after failures. Prints the output of each and a summary. Sets the exit
 * code.
 */
export async function runNpmScripts(scripts: Scripts): Promise<void> {
  const { alone = [] } = scripts
  const names = namesOf(scripts)
  const together = names.filter((name) => !alone.includes(name))
  const results = [
    ...(await runScripts(together, AT_ONCE)),
    ...(await runScripts(alone, 1)),
  ]
  console.log(`\n${results.map(summary).join('\n')}`)
  if (results.some(({ ok }) => !ok)) process.exitCode = 1
}

function namesOf({ group, except = [] }: Scripts): string[] {
  const text = readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')
  return Object.keys(manifest.parse(JSON.parse(text)).scripts).filter(
    (name) => name.startsWith(`${group}:`) && !except.includes(name),
  )
}

async function runScripts(names: readonly string[], concurrency: number) {
  const queue = new PQueue({ concurrency })
  const running = new Map<string, string>()
  const startedAt = performance.now()
  const progress = setInterval(() => {
    const newest = [...running].map(([name, line]) => `${name}: ${line}`)
    console.log(`  ${secondsSince(startedAt)} s  ${newest.join('  |  ')}`)
  }, PROGRESS_EVERY_MS)
  try {
    return await Promise.all(
      names.map((name) => queue.add(() => runScript(name, running))),
    )
  } finally {
    clearInterval(progress)
  }
}

type ScriptResult = Awaited<ReturnType<typeof runScript>>

function summary({ name, ok, seconds, failures }: ScriptResult): string {
  const line = `${ok ? 'passed' : 'FAILED'}  npm run ${name}  (${seconds} s)`
  return [line, ...failures.map((failure) => `        ${failure}`)].join('\n')
}

/** @param running set to the newest line of output until the script ends */
async function runScript(name: string, running: Map<string, string>) {
  const startedAt = performance.now()
  running.set(name, 'started')
  const lines: string[] = []
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  })
  const collect = (line: string) => {
    lines.push(line)
    const text = stripVTControlCharacters(line).trim()
    if (text) running.set(name, text)
  }
  createInterface({ input: child.stdout }).on('line', collect)
  createInterface({ input: child.stderr }).on('line', collect)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  running.delete(name)
  console.log(`\n== npm run ${name}\n${lines.join('\n')}`)
  return {
    name,
    ok: status === 0,
    seconds: secondsSince(startedAt),
    failures: failuresIn(lines),
  }
}

/** Returns the lines that name a failure, each with the one after it. */
function failuresIn(lines: readonly string[]): string[] {
  const texts = lines
    .map((line) => stripVTControlCharacters(line).trim())
    .filter((text) => text !== '')
  const found = texts.flatMap((text, index) =>
    FAILURE.test(text) ? texts.slice(index, index + 2) : [],
  )
  return [...new Set(found)]
}

function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(0)
}

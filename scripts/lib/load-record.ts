import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import { type AnyRecord, parsedRecord } from '#core/evidence/record.ts'
import { isOfRound } from '#core/evidence/round-record.ts'
import { problem } from '#core/schemas/problem.ts'
import { LaunchError } from '../cli/launch-error.ts'

const ANSWER_WITHIN_MS = 10_000

// Without a language its messages all say "Invalid input".
z.config(z.locales.en())

/**
 * Reads JSON from a file or an address; the page of a record stands for the
 * record itself. @throws LaunchError
 */
export async function loadJson(source: string): Promise<unknown> {
  return parseJson(await loadText(source), source)
}

/** Reads a file or an address. @throws LaunchError */
export function loadText(source: string): Promise<string> {
  const isAddress = /^https?:\/\//.test(source)
  return isAddress ? fetchText(source) : readWhole(source)
}

/** Returns the record of any kind in a file or response. @throws LaunchError */
export function parseRecord(json: unknown, source: string): AnyRecord {
  const { data, error } = parsedRecord(json)
  if (error) {
    throw new LaunchError(
      `${source} is not the record of a finished round. ${getFirst(error)}`,
    )
  }
  const [, id] = /^https?:.*\/verify\/([^/?#]+)/.exec(source) ?? []
  if (id === undefined || isOfRound(data, id)) return data
  throw new LaunchError(
    `${source} answered with the record of another round, ${data.id}.`,
  )
}

async function readWhole(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new LaunchError(`Cannot read ${path}: ${reason(error)}`)
  }
}

async function fetchText(address: string): Promise<string> {
  const url = apiAddress(address)
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch(url, { signal })
    const text = await answer.text()
    if (answer.ok) return text
    throw new Error(`it answered ${answer.status}${refusalText(text)}`)
  } catch (error) {
    throw new LaunchError(`Cannot fetch ${url}: ${reason(error)}`)
  }
}

/** The page /verify/{id} shows what /api/verify/{id} answers. */
function apiAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.pathname = url.pathname.replace(/^\/verify\//, '/api/verify/')
  return url.href
}

/** Returns the message of a refusal, if it has the API's form. */
function refusalText(body: string): string {
  try {
    return `: ${problem.parse(JSON.parse(body)).message}`
  } catch {
    return ''
  }
}

function getFirst({ issues }: z.core.$ZodError): string {
  const [first, ...more] = issues
  const place = first?.path.join('.') || 'As a whole'
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  return `${place}: ${first?.message}${others}`
}

export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new LaunchError(`${source} is not JSON: ${reason(error)}`)
  }
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

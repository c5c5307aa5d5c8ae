import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import {
  isOfSports,
  type SportsRecord,
  sportsRecord,
} from '#core/api/sports.ts'
import { problem } from '#core/schemas/problem.ts'
import {
  type FinishedRaceRecord,
  isOfRace,
  parsedRaceRecord,
  unfinishedRaceRecord,
} from '#core/schemas/race-record.ts'
import {
  isOfRound,
  openRecord,
  type VerificationRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import { LaunchError } from '../cli/launch-error.ts'

const ANSWER_WITHIN_MS = 10_000

// Without a language its messages all say "Invalid input".
z.config(z.locales.en())

/**
 * Reads JSON from a file or an address; the page of a record stands for the
 * record itself. @throws LaunchError
 */
export async function loadJson(source: string): Promise<unknown> {
  return parsedJson(await loadText(source), source)
}

/** Reads a file or an address. @throws LaunchError */
export function loadText(source: string): Promise<string> {
  const isAddress = /^https?:\/\//.test(source)
  return isAddress ? fetched(source) : readWhole(source)
}

export type FinishedRecord =
  | VerificationRecord
  | FinishedRaceRecord
  | SportsRecord

/** The record that a source holds, of a round or a race that is over, or of a sports bet. @throws LaunchError */
export function finishedRecord(json: unknown, source: string): FinishedRecord {
  const parsed = parsedByKind(json)
  const open = openRecord.safeParse(json).data
  const openRace = unfinishedRaceRecord.safeParse(json).data
  const record = parsed.data ?? open ?? openRace
  if (record) assertAsked(source, record)
  if (parsed.success) return parsed.data
  if (open) throw new LaunchError(notOver(source, 'epochRoot'))
  if (openRace) throw new LaunchError(notOver(source, 'chainTerminal'))
  throw new LaunchError(
    `${source} is not the record of a finished round. ${firstOf(parsed.error)}`,
  )
}

function parsedByKind(json: unknown) {
  if (isOfRace(json)) return parsedRaceRecord(json)
  if (isOfSports(json)) return sportsRecord.safeParse(json)
  return verificationRecord.safeParse(json)
}

/** True as it may be, another round's record proves nothing of the one asked for. */
function assertAsked(source: string, record: { id: string }): void {
  const [, id] = /^https?:.*\/verify\/([^/?#]+)/.exec(source) ?? []
  if (id === undefined || isOfRound(record, id)) return
  throw new LaunchError(
    `${source} answered with the record of another round, ${record.id}.`,
  )
}

/** @param root the member that says where the commitment is published. */
function notOver(source: string, root: string): string {
  return `${source} is the record of a round that is not over: nothing of it can be replayed yet. Keep its serverSeedHash and ${root}, and ask again when it has ended: the finished round's record must have the same.`
}

async function readWhole(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new LaunchError(`Can not read ${path}: ${reason(error)}`)
  }
}

async function fetched(address: string): Promise<string> {
  const url = apiAddress(address)
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    const answer = await fetch(url, { signal })
    const text = await answer.text()
    if (answer.ok) return text
    throw new Error(`it answered ${answer.status}${explained(text)}`)
  } catch (error) {
    throw new LaunchError(`Can not fetch ${url}: ${reason(error)}`)
  }
}

/** The page /verify/{id} shows what /api/verify/{id} answers. */
function apiAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  url.pathname = url.pathname.replace(/^\/verify\//, '/api/verify/')
  return url.href
}

/** What the house said to its refusal, if it was the house that answered. */
function explained(body: string): string {
  try {
    return `: ${problem.parse(JSON.parse(body)).message}`
  } catch {
    return ''
  }
}

function firstOf({ issues }: z.core.$ZodError): string {
  const [first, ...more] = issues
  const place = first?.path.join('.') || 'As a whole'
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  return `${place}: ${first?.message}${others}`
}

export function parsedJson(text: string, source: string): unknown {
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

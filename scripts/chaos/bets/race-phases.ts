import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type HeldRow, holdRow } from '../held-row.ts'

const POLL_MS = 5
const GIVE_UP_AFTER_MS = 180_000
/** So long before its close a race is in the midst of its betting. */
const MIDST_MS = 8_000
/** So shortly before it the close falls into what is broken. */
const CLOSING_MS = 20

type Now = { number: number; status: string; toCloseMs: number; bets: number }

/** Where a race is to be when its leader is struck, in the order of a race. */
export const RACE_PHASES = [
  'open',
  'closing',
  'closed',
  'running',
  'settling',
] as const

export type RacePhase = (typeof RACE_PHASES)[number]

/**
 * Waits until a race is in a phase.
 *
 * @returns what keeps it there: while a race settles, the last of its bets.
 */
export async function untilPhase(
  database: Pool,
  phase: RacePhase,
): Promise<HeldRow | undefined> {
  const { number } = await untilNow(database, IS_IN[phase])
  if (phase !== 'settling') return undefined
  const held = await holdRow(database, {
    text: `SELECT FROM race_bets WHERE race_number = $1 AND status = 'pending'
           ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    values: [number],
  })
  await held?.untilWanted()
  return held
}

const IS_IN: Record<RacePhase, (now: Now) => boolean> = {
  open: ({ bets, status, toCloseMs }) =>
    status === 'open' && toCloseMs > MIDST_MS && bets > 0,
  closing: ({ status, toCloseMs }) =>
    status === 'open' && toCloseMs <= CLOSING_MS,
  closed: ({ status }) => status === 'closed',
  running: ({ status }) => status === 'running',
  // The last bet is held before the race's end has come.
  settling: ({ bets, status }) => status === 'running' && bets > 0,
}

async function untilNow(
  database: Pool,
  isIn: (now: Now) => boolean,
): Promise<Now> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (performance.now() < deadline) {
    const now = await present(database)
    if (now && isIn(now)) return now
    await sleep(POLL_MS)
  }
  throw new Error('no race came to where it was to be struck')
}

async function present(database: Pool): Promise<Now | undefined> {
  const { rows } = await database.query<Now>(
    `SELECT number::int, status, bets,
       (extract(epoch FROM closes_at - clock_timestamp()) * 1000)::int AS "toCloseMs"
     FROM races ORDER BY number DESC LIMIT 1`,
  )
  return rows[0]
}

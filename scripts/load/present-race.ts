import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { StageProcess } from '../product/stage.ts'

const POLL_MS = 5
/** Longer than a race and the pause after it. */
const GIVE_UP_AFTER_MS = 180_000

/** An API process with races. */
export type RaceSite = {
  api: StageProcess
  database: Pool
  /** Players' Cookie headers. */
  cookies: readonly string[]
}

export type PresentRace = {
  number: number
  status: string
  toCloseMs: number
  bets: number
}

/** Waits until the newest race matches. */
export async function raceWhere(
  database: Pool,
  isWanted: (race: PresentRace) => boolean,
): Promise<PresentRace> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (performance.now() < deadline) {
    const { rows } = await database.query<PresentRace>(
      `SELECT number::int, status, bets,
         (extract(epoch FROM closes_at - clock_timestamp()) * 1000)::int AS "toCloseMs"
       FROM races ORDER BY number DESC LIMIT 1`,
    )
    const [race] = rows
    if (race && isWanted(race)) return race
    await sleep(POLL_MS)
  }
  throw new Error('no race is as wanted')
}

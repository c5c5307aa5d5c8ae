import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type HeldRow, holdRow } from '../held-row.ts'

const POLL_MS = 20
const GIVE_UP_AFTER_MS = 120_000
/** How long settling may go on before it is struck somewhere. */
const SOMEWHERE_MS = 1_500

/**
 * Where settlement stands when its process is killed: all but the last bet of a
 * game are settled, and that one is to be paid; or it is paid, and to be noted as
 * settled; or the game's result is to be noted, which the same process does; or
 * anywhere.
 */
export const SETTLEMENT_LINES = ['stake', 'bet', 'game', 'anywhere'] as const

export type SettlementLine = (typeof SETTLEMENT_LINES)[number]

/** What others may share is shared: bets go on. */
const HOLD: Record<Exclude<SettlementLine, 'anywhere'>, string> = {
  stake: 'SELECT FROM stakes WHERE id = $1 FOR UPDATE',
  bet: 'SELECT FROM sports_bets WHERE id = $1 FOR UPDATE',
  game: 'SELECT FROM sports_games WHERE id = $1 FOR SHARE',
}

type NextBet = Record<Exclude<SettlementLine, 'anywhere'>, string>

/** Waits until settlement has come to a line. @returns what keeps it there. */
export async function untilLine(
  database: Pool,
  line: SettlementLine,
  random: () => number,
): Promise<HeldRow | undefined> {
  const next = await untilSomeAreDue(database)
  if (line === 'anywhere') {
    await sleep(random() * SOMEWHERE_MS)
    return undefined
  }
  const values = [next[line]]
  const held = await holdRow(database, { text: HOLD[line], values })
  await held?.untilWanted()
  return held
}

/** The last bet of the next game that several were placed on. */
async function untilSomeAreDue(database: Pool): Promise<NextBet> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS
  while (performance.now() < deadline) {
    const { rows } = await database.query<NextBet>(
      `SELECT id AS bet, id AS stake, game_id AS game
       FROM sports_bets WHERE status = 'pending' AND game_id = (
         SELECT game_id FROM sports_bets WHERE status = 'pending'
         GROUP BY game_id HAVING count(*) > 2 ORDER BY min(commence_time) LIMIT 1)
       ORDER BY id DESC LIMIT 1`,
    )
    const [bet] = rows
    if (bet) return bet
    await sleep(POLL_MS)
  }
  throw new Error('no bets were there to be settled')
}

import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { atMost, type Measure, none, withoutBar } from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import type { Stage } from '../product/stage.ts'
import { createMove, gameLoad } from './load.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const WARM_UP_SECONDS = 4
const SECONDS = 5
/** Rounds of each player before the end of the epoch, and after it. */
const ROUNDS = 16

/**
 * Measures bets at half of the peak while a thousand players end an epoch within
 * a thousand bets: their next seeds come from a new tree of commitments.
 */
export async function epochRows(
  stage: Stage,
  scale: number,
): Promise<Measure[]> {
  const players = Math.round(scale * PLAYERS)
  const others = await enrollPlayers(stage.env, players)
  const { rows } = await stage.database.query('SELECT id FROM users')
  const cookies = await enrollPlayers(stage.env, players)
  await stage.database.query(
    'UPDATE users SET nonce = $1 WHERE id <> ALL ($2)',
    [EPOCH_SIZE - ROUNDS, rows.map(({ id }) => id)],
  )
  const { url: origin } = await stage.startApi()
  const flips = { origin, move: createMove(coinFlipKit.calls) }
  const peak = { ...flips, cookies: others }
  await gameLoad({ ...peak, duration: WARM_UP_SECONDS })
  const { perSecond } = await gameLoad({ ...peak, duration: SECONDS })
  const paced = {
    ...flips,
    overallRate: Math.round(perSecond / 2),
    amount: 2 * ROUNDS * players,
  }
  const usual = await gameLoad({ ...paced, cookies: others })
  // Reads their sessions and snapshots, as those of the others.
  await gameLoad({ ...paced, cookies, amount: players })
  const { failures, p99Ms } = await gameLoad({ ...paced, cookies })
  const ended = await stage.database.query(
    'SELECT FROM fairness_epochs WHERE epoch = 1',
  )
  return [
    atMost('epoch_ends_p99', p99Ms, 'ms', 100),
    withoutBar('epoch_ends_usual_p99', usual.p99Ms, 'ms without ends'),
    withoutBar('epoch_ends_bets', paced.overallRate, 'a second'),
    none('epoch_ends_missing', players - (ended.rowCount ?? 0), 'players'),
    none('epoch_ends_failed', failures, 'answers'),
  ]
}

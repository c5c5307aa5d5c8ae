import type { Pool } from 'pg'
import { type PlacedSportsBet, placedSportsBet } from '#core/api/sports.ts'
import { owedFor, sportsBetsIn } from '#testing/server/sports-oracle.ts'
import {
  atLeast,
  atMost,
  type Measure,
  none,
  rounded,
} from '../../cli/measures.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { violations } from '../judge.ts'
import type { Bettors } from './bettors.ts'
import { countOf, SETTLED_TWICE } from './journal.ts'

/**
 * Games are offered three days before; of the season's time, which runs fast.
 */
const OVER_WITHIN_MS = 180_000

type Outcome = {
  database: Pool
  databaseUrl: string
  bettors: Pick<Bettors, 'accepted' | 'surprises'>
  takenOverMs: readonly number[]
  /** Within how many seconds another process has to lead. */
  leadsWithin: number
}

/**
 * Lets all games that were bet on come to their ends, and looks at what is
 * kept.
 */
export async function judgeSports(
  name: string,
  { bettors, database, databaseUrl, leadsWithin, takenOverMs }: Outcome,
): Promise<Measure[]> {
  const accepted = bettors.accepted.map((one) => placedSportsBet.parse(one))
  await waitUntil(
    async () => (await countOf(database, PENDING)) === 0,
    OVER_WITHIN_MS,
  )
  for (const surprise of bettors.surprises) console.log(`  ${surprise}`)
  const bets = await sportsBetsIn(database)
  const wrong = bets.filter((bet) => {
    const owed = owedFor(bet)
    const isPaidOnce = bet.transactionCount === (owed > 0 ? 1 : 0)
    return bet.payout !== owed || bet.moved !== owed || !isPaidOnce
  })
  return [
    none(`${name}_bets_not_settled`, await countOf(database, PENDING)),
    none(`${name}_bets_settled_twice`, await countOf(database, SETTLED_TWICE)),
    none(`${name}_bets_not_settled_right`, wrong.length),
    none(`${name}_broken_promises`, await brokenPromises(database, accepted)),
    none(`${name}_bets_of_nobody`, bets.length - accepted.length),
    none(`${name}_audit_violations`, await violations(databaseUrl)),
    none(`${name}_surprises`, bettors.surprises.length),
    atMost(leadsWithin, {
      name: `${name}_taken_over_within`,
      value: rounded(Math.max(...takenOverMs) / 1_000),
      unit: 's',
    }),
    atLeast(1, {
      name: `${name}_bets_taken`,
      value: accepted.length,
      unit: 'bets',
    }),
  ]
}

const PENDING = `SELECT count(*) FROM sports_bets WHERE status = 'pending'`

/** How many bets are not kept exactly as they were acknowledged. */
function brokenPromises(
  database: Pool,
  accepted: readonly PlacedSportsBet[],
): Promise<number> {
  return countOf(
    database,
    `SELECT count(*)
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int4[], $5::int8[], $6::int8[])
       AS told(id, game, team, odds, amount, balance)
     LEFT JOIN sports_bets AS bet ON bet.id = told.id AND bet.game_id = told.game
       AND bet.team_name = told.team AND bet.odds = told.odds
       AND bet.bet_amount = told.amount
     LEFT JOIN transactions AS own ON own.user_id = bet.user_id AND own.id = bet.id
     WHERE own.balance_after IS DISTINCT FROM told.balance`,
    [
      accepted.map(({ transactionId }) => transactionId),
      accepted.map(({ bet }) => bet.gameId),
      accepted.map(({ bet }) => bet.teamName),
      accepted.map(({ bet }) => bet.odds),
      accepted.map(({ bet }) => bet.betAmount),
      accepted.map(({ balance }) => balance),
    ],
  )
}

import type { Pool } from 'pg'
import { type PlaceRaceBetAnswer, placeRaceBetAnswer } from '#core/api/races.ts'
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
import type { Struck } from './race-faults.ts'

/** A race takes a minute, and more while its leader is struck. */
const OVER_WITHIN_MS = 180_000

type Outcome = {
  database: Pool
  databaseUrl: string
  bettors: Pick<Bettors, 'accepted' | 'surprises'>
  struck: readonly Struck[]
  /** Within how many seconds another process has to lead. */
  leadsWithin: number
}

/** Lets the races that were bet on come to their ends, and looks at what is kept. */
export async function judgeRaces(
  name: string,
  { bettors, database, databaseUrl, leadsWithin, struck }: Outcome,
): Promise<Measure[]> {
  const accepted = bettors.accepted.map((one) => placeRaceBetAnswer.parse(one))
  const last = Math.max(0, ...accepted.map(({ number }) => number))
  await waitUntil(
    async () => (await countOf(database, OVER, [last])) === last,
    OVER_WITHIN_MS,
  )
  for (const surprise of bettors.surprises) console.log(`  ${surprise}`)
  const takenOverMs = struck.map((one) => one.takenOverMs)
  const count = (text: string) => countOf(database, text)
  const over = await countOf(database, OVER, [last])
  return [
    none(`${name}_races_lost`, last - over),
    none(`${name}_races_void`, await count(VOID)),
    none(`${name}_races_settled_twice`, await count(ENDED_TWICE)),
    none(`${name}_bets_settled_twice`, await count(SETTLED_TWICE)),
    none(`${name}_bets_not_settled_right`, await count(NOT_RIGHT)),
    none(`${name}_broken_promises`, await brokenPromises(database, accepted)),
    none(`${name}_bets_of_nobody`, (await count(BETS)) - accepted.length),
    none(`${name}_written_by_former_leaders`, await count(WRITTEN_LATE)),
    none(
      `${name}_deluded_leaders`,
      struck.filter(({ isDeluded }) => isDeluded).length,
    ),
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

const OVER = `SELECT count(*) FROM races
  WHERE number <= $1 AND status IN ('settled', 'void')`
/**
 * Expects a void race if its leader was killed at the close, otherwise a
 * finished one.
 */
const VOID = `SELECT count(*) FROM races WHERE status = 'void'
  AND void_reason IS DISTINCT FROM 'chain_ahead'`
const BETS = 'SELECT count(*) FROM race_bets'
const ENDED_TWICE = `SELECT count(*) FROM (
  SELECT FROM chaos_steps WHERE status IN ('settled', 'void')
  GROUP BY race HAVING count(*) > 1) AS twice`

/** A step under an older term than the one before it. */
const WRITTEN_LATE = `SELECT count(*) FROM (
  SELECT epoch < max(epoch) OVER (ORDER BY id) AS is_late FROM chaos_steps
  ) AS steps WHERE is_late`

/** By the order that the races came in: not by what was kept of the payouts. */
const NOT_RIGHT = `SELECT count(*) FROM (
  SELECT bet.status, bet.payout, bet.amount, race.status AS race,
    race."order"[1] = bet.horse AS is_first, coalesce(moved.coins, 0) AS coins,
    coalesce(moved.times, 0) AS times
  FROM race_bets AS bet JOIN races AS race ON race.number = bet.race_number
  LEFT JOIN LATERAL (
    SELECT sum(own.amount) AS coins, count(*) AS times FROM transactions AS own
    WHERE own.user_id = bet.user_id AND own.metadata->>'betId' = bet.id::text
  ) AS moved ON true
  WHERE race.status IN ('settled', 'void')
) AS bets WHERE NOT coalesce(coins = payout AND CASE
  WHEN race = 'void' THEN status = 'void' AND times = 1 AND payout = amount
  WHEN is_first THEN status = 'won' AND times = 1
    AND payout BETWEEN floor(3.8 * amount) AND ceil(3.8 * amount)
  ELSE status = 'lost' AND times = 0 AND payout = 0 END, false)`

/** How many bets are not kept exactly as they were acknowledged. */
async function brokenPromises(
  database: Pool,
  accepted: readonly PlaceRaceBetAnswer[],
): Promise<number> {
  return countOf(
    database,
    `SELECT count(*)
     FROM unnest($1::uuid[], $2::int8[], $3::int4[], $4::int2[], $5::int8[], $6::int8[])
       AS told(id, race, index, horse, amount, balance)
     LEFT JOIN race_bets AS bet ON bet.id = told.id AND bet.race_number = told.race
       AND bet.index = told.index AND bet.horse = told.horse AND bet.amount = told.amount
     LEFT JOIN transactions AS own ON own.user_id = bet.user_id AND own.seq = bet.seq
     WHERE own.balance_after IS DISTINCT FROM told.balance`,
    [
      accepted.map(({ transactionId }) => transactionId),
      accepted.map(({ number }) => number),
      accepted.map(({ index }) => index),
      accepted.map(({ horseId }) => horseId),
      accepted.map(({ amount }) => amount),
      accepted.map(({ balance }) => balance),
    ],
  )
}

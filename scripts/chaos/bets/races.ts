import type { Pool } from 'pg'
import { placeRaceBetAnswer } from '#core/api/races.ts'
import { none } from '../../cli/measures.ts'
import { startContracts } from '../../deposit/deposit-site.ts'
import { type PresentRace, raceWhere } from '../../load/present-race.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { holdUntilWanted } from '../held-row.ts'
import { countRows } from '../judge.ts'
import type { LedBets } from './leader-faults.ts'

const HORSES = 4
/** Small, so that the bankroll covers all bets. */
const STAKE_MAX = 5
/** Longer than races go on after the last bet. */
const SETTLED_WITHIN_MS = 180_000
/** Time to the close in the middle of the phase `open`, at least. */
const MIDST_MS = 8_000
/** Time to the close just before it, at most. */
const CLOSING_MS = 20

/** Races, broken in each phase. */
export const RACES: LedBets = {
  lease: 'races',
  players: 24,
  stored: `
    SELECT bet.id, jsonb_build_object('transactionId', bet.id,
      'number', bet.race_number, 'index', bet.index, 'horseId', bet.horse,
      'amount', bet.amount, 'balance', own.balance_after) AS answer
    FROM race_bets AS bet
    JOIN transactions AS own ON own.user_id = bet.user_id AND own.seq = bet.seq`,
  async prepare(stage) {
    const { url: RPC_URL } = await startContracts(stage)
    stage.env = { ...stage.env, RPC_URL }
  },
  playOn: () => async (send, random) => {
    const randomBelow = (most: number) => 1 + Math.floor(random() * most)
    const body = {
      horseId: randomBelow(HORSES),
      amount: randomBelow(STAKE_MAX),
    }
    return send({ path: '/api/races/place-bet', body })
  },
  moments: [
    whenRace(
      ({ bets, status, toCloseMs }) =>
        status === 'open' && toCloseMs > MIDST_MS && bets > 0,
    ),
    whenRace(
      ({ status, toCloseMs }) => status === 'open' && toCloseMs <= CLOSING_MS,
    ),
    whenRace(({ status }) => status === 'closed'),
    whenRace(({ status }) => status === 'running'),
    settling,
  ],
  async judge(name, database, accepted) {
    const numbers = accepted.map((one) => placeRaceBetAnswer.parse(one).number)
    const last = Math.max(0, ...numbers)
    const ended = () => countRows(database, ENDED, [last])
    await waitUntil(async () => (await ended()) === last, SETTLED_WITHIN_MS)
    const count = (text: string) => countRows(database, text)
    return [
      none(`${name}_races_lost`, last - (await ended())),
      none(`${name}_races_void`, await count(VOID)),
      none(`${name}_races_settled_twice`, await count(ENDED_TWICE)),
      none(`${name}_written_by_former_leaders`, await count(WRITTEN_LATE)),
      none(`${name}_bets_not_settled_right`, await count(WRONG)),
    ]
  },
}

function whenRace(isIt: (race: PresentRace) => boolean) {
  return async (database: Pool) => {
    await raceWhere(database, isIt)
    return undefined
  }
}

/** Waits until a race is over but for the settlement of its last bet. */
async function settling(database: Pool) {
  // The last bet is locked before the race ends.
  const { number } = await raceWhere(
    database,
    ({ bets, status }) => status === 'running' && bets > 0,
  )
  return holdUntilWanted(
    database,
    `SELECT FROM race_bets WHERE race_number = $1 AND status = 'pending'
     ORDER BY id DESC LIMIT 1 FOR UPDATE`,
    [number],
  )
}

const ENDED = `SELECT count(*) FROM races
  WHERE number <= $1 AND status IN ('settled', 'void')`
/** A race is void only if its leader was killed at the close. */
const VOID = `SELECT count(*) FROM races WHERE status = 'void'
  AND void_reason IS DISTINCT FROM 'chain_ahead'`
const ENDED_TWICE = `SELECT count(*) FROM (
  SELECT FROM chaos_steps WHERE status IN ('settled', 'void')
  GROUP BY race HAVING count(*) > 1) AS twice`
/** Steps under an older term than the step before. */
const WRITTEN_LATE = `SELECT count(*) FROM (
  SELECT epoch < max(epoch) OVER (ORDER BY id) AS is_late FROM chaos_steps
  ) AS steps WHERE is_late`
/** Derives results from the horses' order, not from stored payouts. */
const WRONG = `SELECT count(*) FROM (
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

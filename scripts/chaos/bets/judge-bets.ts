import type { Pool } from 'pg'
import { type PlaceRaceBetAnswer, placeRaceBetAnswer } from '#core/api/races.ts'
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

/** Longer than races, or games of a fast season, go on after the last bet. */
const SETTLED_WITHIN_MS = 180_000

type Outcome = {
  database: Pool
  databaseUrl: string
  bettors: Pick<Bettors, 'accepted' | 'surprises'>
  /** Durations without a leader. */
  takenOverMs: readonly number[]
  /** Seconds for another process to lead. */
  leadsWithin: number
}

/** Waits until the races with bets have ended, and checks what was stored. */
export async function judgeRaces(
  name: string,
  outcome: Outcome & {
    /** Leaders that didn't notice a lost term. */ stale: number
  },
): Promise<Measure[]> {
  const { bettors, database, stale } = outcome
  const accepted = bettors.accepted.map((one) => placeRaceBetAnswer.parse(one))
  const last = Math.max(0, ...accepted.map(({ number }) => number))
  const ended = () => countOf(database, ENDED, [last])
  await waitUntil(async () => (await ended()) === last, SETTLED_WITHIN_MS)
  const count = (text: string) => countOf(database, text)
  return [
    none(`${name}_races_lost`, last - (await ended())),
    none(`${name}_races_void`, await count(VOID)),
    none(`${name}_races_settled_twice`, await count(ENDED_TWICE)),
    none(`${name}_written_by_former_leaders`, await count(WRITTEN_LATE)),
    none(`${name}_deluded_leaders`, stale),
    ...(await judgeBets(name, outcome, {
      wrong: await count(WRONG_RACE_BETS),
      broken: await brokenRaceBets(database, accepted),
      stored: await count('SELECT count(*) FROM race_bets'),
    })),
  ]
}

/** Waits until the games with bets have ended, and checks what was stored. */
export async function judgeSports(
  name: string,
  outcome: Outcome,
): Promise<Measure[]> {
  const { bettors, database } = outcome
  const accepted = bettors.accepted.map((one) => placedSportsBet.parse(one))
  const pending = () => countOf(database, PENDING)
  await waitUntil(async () => (await pending()) === 0, SETTLED_WITHIN_MS)
  const bets = await sportsBetsIn(database)
  const wrong = bets.filter((bet) => {
    const owed = owedFor(bet)
    const isPaidOnce = bet.transactionCount === (owed > 0 ? 1 : 0)
    return bet.payout !== owed || bet.moved !== owed || !isPaidOnce
  })
  return [
    none(`${name}_bets_not_settled`, await pending()),
    ...(await judgeBets(name, outcome, {
      wrong: wrong.length,
      broken: await brokenSportsBets(database, accepted),
      stored: bets.length,
    })),
  ]
}

type BetCounts = {
  /** Bets with another result or payment than they are owed. */
  wrong: number
  /** Accepted bets that are stored differently. */
  broken: number
  stored: number
}

async function judgeBets(
  name: string,
  { bettors, database, databaseUrl, leadsWithin, takenOverMs }: Outcome,
  { wrong, broken, stored }: BetCounts,
): Promise<Measure[]> {
  const { accepted, surprises } = bettors
  for (const surprise of surprises) console.log(`  ${surprise}`)
  return [
    none(`${name}_bets_settled_twice`, await countOf(database, SETTLED_TWICE)),
    none(`${name}_bets_not_settled_right`, wrong),
    none(`${name}_broken_promises`, broken),
    none(`${name}_bets_of_nobody`, stored - accepted.length),
    none(`${name}_audit_violations`, await violations(databaseUrl)),
    none(`${name}_surprises`, surprises.length),
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
const WRONG_RACE_BETS = `SELECT count(*) FROM (
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
const PENDING = `SELECT count(*) FROM sports_bets WHERE status = 'pending'`

function brokenRaceBets(
  database: Pool,
  accepted: readonly PlaceRaceBetAnswer[],
): Promise<number> {
  return countOf(
    database,
    `SELECT count(*)
     FROM unnest($1::uuid[], $2::int8[], $3::int4[], $4::int2[], $5::int8[], $6::int8[])
       AS answer(id, race, index, horse, amount, balance)
     LEFT JOIN race_bets AS bet ON bet.id = answer.id AND bet.race_number = answer.race
       AND bet.index = answer.index AND bet.horse = answer.horse AND bet.amount = answer.amount
     LEFT JOIN transactions AS own ON own.user_id = bet.user_id AND own.seq = bet.seq
     WHERE own.balance_after IS DISTINCT FROM answer.balance`,
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

function brokenSportsBets(
  database: Pool,
  accepted: readonly PlacedSportsBet[],
): Promise<number> {
  return countOf(
    database,
    `SELECT count(*)
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::int4[], $5::int8[], $6::int8[])
       AS answer(id, game, team, odds, amount, balance)
     LEFT JOIN sports_bets AS bet ON bet.id = answer.id AND bet.game_id = answer.game
       AND bet.team_name = answer.team AND bet.odds = answer.odds
       AND bet.bet_amount = answer.amount
     LEFT JOIN transactions AS own ON own.user_id = bet.user_id AND own.id = bet.id
     WHERE own.balance_after IS DISTINCT FROM answer.balance`,
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

import type pg from 'pg'
import type { PlaceRaceBetAnswer } from '#core/api/races.ts'
import type { Coins } from '#core/money/coins.ts'
import type { HorseId } from '#core/race/horses.ts'
import { type RaceBet, raceBetExposure } from '#core/race/race-bet.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import {
  type AdmissionDeps,
  houseLimit,
  requireAllowed,
} from '../engine/admission.ts'
import { betCommit } from '../engine/bet-commit.ts'
import {
  type BetKind,
  type BetRequest,
  type DecidedBet,
  decideEventBet,
  eventBet,
  PendingEventBet,
  type PlayerBatch,
} from '../engine/bets.ts'
import type { RaceView } from './race-view.ts'
import type { RaceNow } from './races.store.ts'

type PendingRaceBet = PendingEventBet<RaceBet>

type DecidedRaceBet = DecidedBet & {
  pending: PendingRaceBet
  race: RaceNow
  payoutMax: number
}

/** Payouts for each winner, in the horses' order and in coins. */
type Pools = readonly number[]

export type RaceBets = BetKind<
  BetRequest & { bet: RaceBet },
  PendingRaceBet,
  DecidedRaceBet
>

/** Bets on the current race, which reserve the payout of its worst winner. */
export function createRaceBets({
  clock,
  bankroll,
  pauses,
  pool,
  view,
}: Omit<AdmissionDeps, 'hashes'> & {
  clock: Clock
  pool: pg.Pool
  view: RaceView
}): RaceBets {
  /** Pools after the last commit, and after the decisions of this batch. */
  let committed: { number: number; pools: Pools } | undefined
  let pools: Pools = []

  function decideBet(
    race: RaceNow,
    playerBatch: PlayerBatch,
    pending: PendingRaceBet,
  ): DecidedRaceBet {
    const { amount, horseId } = pending.bet
    const { payout } = raceBetExposure(amount)
    const gameType = RACE_GAME_TYPE
    const bet = { gameType, isStart: true, price: amount, payout }
    requireAllowed(pauses, playerBatch, bet)
    const own = (pools[horseId - 1] ?? 0) - Math.max(...pools)
    const getReserved = (stake: Coins) =>
      Math.max(0, own + raceBetExposure(stake).payout)
    const reservedChange = getReserved(amount)
    const free = bankroll.free()
    if (reservedChange - amount > free)
      throw houseLimit(amount, (stake) => getReserved(stake) - stake <= free)
    pools = withPayout(pools, horseId, payout)
    const event = eventBet({ gameType, stake: amount })
    return {
      ...event,
      pending,
      race,
      payoutMax: payout,
      reservedChange,
      storedAnswer: answerText(race, event.id, pending),
      release: bankroll.reserve(Math.max(0, reservedChange - amount)),
    }
  }

  const kind: RaceBets = {
    isOnEvents: true,

    createPending: (request, placedAtMs) =>
      new PendingEventBet(kind, request, placedAtMs),

    async load() {
      const { race } = view
      const known = committed?.number === race?.number ? committed : race
      pools = known?.pools ?? []
    },

    decide(snapshot, waiting) {
      const { race } = view
      if (race?.status === 'open')
        return decideEventBet(snapshot, waiting, clock().getTime(), (...bet) =>
          decideBet(race, ...bet),
        )
      const error = new Refusal('race_running')
      return { refused: waiting.map((pending) => ({ pending, error })) }
    },

    async commit(partition, batches) {
      const bets = batches.flatMap((batch) => batch.bets)
      const { event, players } = await commitRaceBets(pool, partition, batches)
      if (event === undefined) throw new Refusal('race_running')
      let after: Pools = JSON.parse(event)
      for (const { payoutMax, pending, race } of bets) {
        if (players.get(pending.userId))
          after = withPayout(after, pending.bet.horseId, payoutMax)
        committed = { number: race.number, pools: after }
      }
      return players
    },

    onCommitted({ pending: { bet, userId }, race }, { index }) {
      const { amount, horseId: horse } = bet
      view.add(race.number, { amount, horse, index, userId })
    },

    toTerms({ pending: { bet }, race }, { index }) {
      return { raceId: race.id, nonce: race.number, index, bet }
    },

    toAnswer: ({ storedAnswer }, { index }) =>
      `${storedAnswer}${index},"balance":`,
  }
  return kind
}

function withPayout(pools: Pools, horse: HorseId, payout: number): Pools {
  return pools.map((pool, at) => (at === horse - 1 ? pool + payout : pool))
}

/** Writes an answer up to its index, which only the commit gives. */
function answerText(race: RaceNow, id: string, { bet }: PendingRaceBet) {
  const { commitment, id: raceId, number } = race
  const answer = {
    transactionId: id,
    raceId,
    number,
    commitment,
    horseId: bet.horseId,
    amount: bet.amount,
  } satisfies Omit<PlaceRaceBetAnswer, 'balance' | 'index'>
  return `${JSON.stringify(answer).slice(0, -1)},"index":`
}

/** Locks the race's row against its close; commits nothing if it is closed. */
const commitRaceBets = betCommit<DecidedRaceBet>({
  name: 'commit_race_bets',
  columns: {
    race_number: ['int8', ({ race }) => race.number],
    horse: ['int2', ({ pending }) => pending.bet.horseId],
    payout_max: ['int8', ({ payoutMax }) => payoutMax],
  },
  lockedEvents: `
race AS MATERIALIZED (
  SELECT number, bets, pools, held FROM races
  WHERE number = (SELECT min(race_number) FROM decided)
    AND status = 'open' AND closes_at > clock_timestamp()
  FOR UPDATE
),`,
  joinedEvent: 'JOIN race ON true',
  betColumns: `,
    (SELECT bets FROM race) + row_number() OVER (ORDER BY decided.id) - 1 AS index`,
  reservedChange: '(SELECT reserved_change FROM raced)',
  answer: `answer || index || ',"balance":'`,
  beforeTally: `
raced AS (
  UPDATE races SET bets = races.bets + sums.bets, staked = races.staked + sums.staked,
    pools = sums.pools, held = (SELECT max(pool) FROM unnest(sums.pools) AS pool)
  FROM race, (
    SELECT count(*)::int AS bets, sum(stake) AS staked, ARRAY(
      SELECT race.pools[horse] + coalesce(sum(payout_max), 0)
      FROM race, generate_series(1, 4) AS horse LEFT JOIN committed_bets USING (horse)
      GROUP BY horse, race.pools ORDER BY horse
    )::int8[] AS pools
    FROM committed_bets HAVING count(*) > 0
  ) AS sums
  WHERE races.number = race.number
  RETURNING races.held - race.held AS reserved_change
),`,
  writtenRows: `
kept_bets AS (
  INSERT INTO race_bets (id, race_number, index, user_id, seq, horse, amount)
  SELECT id, race_number, index, user_id, seq, horse, stake FROM committed_bets
),`,
  index:
    '(SELECT index::text FROM committed_bets WHERE committed_bets.user_id = updated_players.user_id)',
  eventState: `
UNION ALL
SELECT NULL, NULL, NULL, NULL, to_json(pools)::text FROM race`,
})

import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  inArray,
  or,
  sql,
} from 'drizzle-orm'
import { coins } from '#core/money/coins.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import { raceBetStatus } from '#core/race/race-bet.ts'
import {
  type SettledRace,
  settledHash,
  settledRace,
  settledRaceBet,
} from '#core/race/settled-race.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Term, withFencing } from '../../../platform/db/lease.ts'
import { plainArray } from '../../../platform/db/sql-values.ts'
import { NO_ID } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SettledBet } from '../../settled-bets.ts'
import { type RaceBetRow, type RaceRow, toRaceInputs } from '../races.store.ts'
import { raceBets, races } from '../races.table.ts'

/** Bets per transaction, which locks their players' rows. */
const BETS_AT_ONCE = 500

type RaceToSettle = { number: number; serverSeed: string }
type DueBet = { bet: RaceBetRow; race: RaceRow }
type BetOutcome = SettledBet & { hash: string }
type SettledRow = { id: string; user_id: string; balance: string | null }

/**
 * Settles a race's pending bets, each once, even after an interruption.
 *
 * @param race with its seed, which only this process may know yet.
 */
export type SettleBets = (term: Term, race: RaceToSettle) => Promise<void>

/** Pays winners, and refunds the bets on void races. */
export function createRaceSettler(
  { clock, db, hashes }: Pick<Platform, 'clock' | 'db' | 'hashes'>,
  {
    onBalance,
    onSettled,
  }: {
    onBalance: (userId: string, balance: number) => void
    onSettled: (bet: SettledBet) => void
  },
): SettleBets {
  /** Returns the last bet of the page, if there may be more. */
  async function settlePage(term: Term, race: RaceToSettle, after: string) {
    const { outcomes, settled } = await withFencing(term, db, async (tx) => {
      const outcomes = decideOutcomes(await dueBets(tx, race, after), race)
      const day = dayNumber(clock().getTime())
      const { rows } = await tx.execute<SettledRow>(settlement(outcomes, day))
      return { outcomes, settled: new Map(rows.map((row) => [row.id, row])) }
    })
    for (const { balance, user_id: userId } of settled.values())
      if (balance !== null) onBalance(userId, Number(balance))
    for (const bet of outcomes) if (settled.has(bet.id)) onSettled(bet)
    return outcomes.length === BETS_AT_ONCE ? outcomes.at(-1)?.id : undefined
  }

  function decideOutcomes(
    due: readonly DueBet[],
    of: RaceToSettle,
  ): BetOutcome[] {
    const known = new Map<number, SettledRace>()
    return due.map(({ bet, race }) => {
      // Rows of earlier races already contain their seeds.
      const isThis = race.number === of.number
      const seed = isThis ? of.serverSeed : race.serverSeed
      const settled =
        known.get(race.number) ?? settledRace(hashes, toRaceInputs(race, seed))
      known.set(race.number, settled)
      const { amount, horse: horseId, id, index, userId } = bet
      const accepted = { id, bet: { horseId, amount: coins(amount) }, index }
      const outcome = settledRaceBet(hashes, settled, accepted)
      const { payout } = outcome.outcome
      const status = raceBetStatus({ horseId }, settled.outcome)
      const hash = settledHash(hashes, outcome)
      return { id, userId, amount, status, payout, hash }
    })
  }

  return async (term, race) => {
    let after: string | undefined = NO_ID
    while (after !== undefined) after = await settlePage(term, race, after)
  }
}

/**
 * Returns a page of pending bets, by id: those of an ended race, and those of
 * earlier races whose payout did not fit the balance.
 */
function dueBets(tx: Transaction, { number }: RaceToSettle, after: string) {
  return tx
    .select({ bet: getTableColumns(raceBets), race: getTableColumns(races) })
    .from(raceBets)
    .innerJoin(races, eq(races.number, raceBets.raceNumber))
    .where(
      and(
        eq(raceBets.status, 'pending'),
        gt(raceBets.id, after),
        or(
          eq(races.number, number),
          inArray(races.status, ['settled', 'void']),
        ),
      ),
    )
    .orderBy(asc(raceBets.id))
    .limit(BETS_AT_ONCE)
}

/**
 * Settles pending bets of ended races in one statement: pays winners and refunds
 * void bets. Skips settled bets, and payouts that exceed the largest balance,
 * which stay pending.
 *
 * @returns the settled bets, with their players' new balances if they were paid.
 */
function settlement(outcomes: readonly BetOutcome[], day: number) {
  const toColumn = (name: keyof BetOutcome) =>
    plainArray(outcomes.map((outcome) => outcome[name]))
  return sql`
WITH due AS MATERIALIZED (
  SELECT bet.id, bet.race_number, bet.user_id, due.status, due.payout, due.hash
  FROM unnest(${toColumn('id')}::uuid[], ${toColumn('status')}::text[],
    ${toColumn('payout')}::int8[], ${toColumn('hash')}::text[])
    AS due(id, status, payout, hash)
  JOIN race_bets AS bet ON bet.id = due.id
  WHERE bet.status = 'pending'
  FOR UPDATE OF bet
), player AS MATERIALIZED (
  SELECT users.id, users.balance, users.seq
  FROM users WHERE users.id IN (SELECT user_id FROM due)
  ORDER BY users.id FOR NO KEY UPDATE
), line AS MATERIALIZED (
  SELECT due.*, player.balance + sum(payout) OVER own AS balance_after,
    player.seq + count(*) FILTER (WHERE payout > 0) OVER own AS seq
  FROM due JOIN player ON player.id = due.user_id
  WINDOW own AS (PARTITION BY due.user_id ORDER BY due.id)
), fit AS MATERIALIZED (
  SELECT * FROM line WHERE balance_after <= 9007199254740991
), paid AS MATERIALIZED (
  SELECT user_id, sum(payout) AS payout, count(*)::int AS transactions
  FROM fit WHERE payout > 0 GROUP BY user_id
), moved AS (
  UPDATE users SET
    balance = balance + payout,
    seq = seq + transactions,
    snapshot_version = snapshot_version + 1,
    play_day = greatest(play_day, ${day}::int4),
    staked_today = CASE WHEN play_day < ${day}::int4 THEN 0 ELSE staked_today END,
    paid_today = CASE WHEN play_day < ${day}::int4 THEN 0 ELSE paid_today END + payout
  FROM paid WHERE users.id = paid.user_id
  RETURNING users.id AS user_id, users.balance
), tally AS MATERIALIZED (
  SELECT sum(payout) AS payout FROM paid HAVING count(*) > 0
), partition AS (
  UPDATE global_stats SET house_balance = house_balance - tally.payout, last_updated = now()
  FROM tally WHERE id = 0
), batch AS (
  INSERT INTO batches (partition, players, house) SELECT 0, payout, -payout FROM tally
  RETURNING id
), kept_transactions AS (
  INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after,
    batch_id, metadata)
  SELECT user_id, seq, uuidv7(), CASE status WHEN 'void' THEN 'refund' ELSE 'win' END,
    'Horse Race', payout, balance_after, batch.id, jsonb_build_object('betId', fit.id)
  FROM fit, batch WHERE payout > 0
), race AS (
  UPDATE races SET paid = races.paid + sums.payout
  FROM (SELECT race_number, sum(payout) AS payout FROM fit GROUP BY race_number) AS sums
  WHERE races.number = sums.race_number AND sums.payout > 0
    -- A race that is over never changes.
    AND races.status NOT IN ('settled', 'void')
), late AS (
  -- Payouts that had to wait for room in a balance.
  UPDATE race_totals SET paid = race_totals.paid + sums.payout
  FROM (
    SELECT sum(fit.payout) AS payout FROM fit JOIN races ON races.number = fit.race_number
    WHERE races.status = 'settled'
  ) AS sums
  WHERE sums.payout > 0
), settled AS (
  UPDATE race_bets SET status = fit.status, payout = fit.payout,
    settled_hash = fit.hash, settled_at = now()
  FROM fit WHERE race_bets.id = fit.id
  RETURNING race_bets.id, race_bets.user_id
)
SELECT id, user_id, balance FROM settled LEFT JOIN moved USING (user_id)`
}

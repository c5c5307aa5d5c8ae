import { isDeepStrictEqual } from 'node:util'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { assert } from '#core/assert.ts'
import { TICK_MS } from '#core/race/race.ts'
import { deriveRaceId } from '#core/race/race-id.ts'
import { isSaltPossible, type SaltBlock, saltAfterMs } from '#core/race/salt.ts'
import { previousSeed } from '#core/race/seed-chain.ts'
import {
  RACE_RULES_VERSION,
  settledHash,
  settledRace,
} from '#core/race/settled-race.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Term, withFencing } from '../../../platform/db/lease.ts'
import { NOW_MS } from '../../../platform/db/sql-values.ts'
import type { Platform } from '../../../platform/platform.ts'
import { latestRace, type RaceNow, toRaceInputs } from '../races.store.ts'
import { races } from '../races.table.ts'
import type { SettleBets } from './race-settler.ts'
import type { SaltSource } from './salt-source.ts'
import type { SeedChains } from './seed-chains.ts'

/** Durations of a race's phases. */
export type RaceTimes = {
  openMs: number
  winnerMs: number
  /** Maximum time after the close without the head. */
  headWithinMs: number
  /** Maximum time for the salt block to become final after the head is read. */
  saltWithinMs: number
}

type Closed = Parameters<typeof saltAfterMs>[0]

const NOW = sql`clock_timestamp()`
const IS_DUE = sql`${races.status} = 'open' AND ${races.closesAt} <= ${NOW}`
const AWAITS_SALT = sql`${races.status} = 'closed' AND ${races.voidReason} IS NULL`

/**
 * Runs races, one step per tick. All state is in the race's row, so that the
 * next leader can continue; every step is written under the leader's term.
 */
export function createLeader(
  {
    db,
    events,
    hashes,
    log,
  }: Pick<Platform, 'db' | 'events' | 'hashes' | 'log'>,
  deps: {
    chains: SeedChains
    salts: SaltSource
    settleBets: SettleBets
    times: RaceTimes
    isPaused: () => boolean
  },
) {
  const { chains, salts, settleBets, times } = deps

  async function openRace(term: Term, number: number): Promise<void> {
    if (deps.isPaused()) return
    // A race without a salt would be void. Throws when no node answers.
    if (!(await salts.isFinalizing())) return
    const chain = await chains.openChain(term, number)
    const seed = await chains.readSeed(chain.id, number)
    await writeAndNotify(term, async (tx) => {
      const { rows } = await tx.execute<{ now_ms: string }>(
        sql`SELECT ${sql.raw(NOW_MS)} AS now_ms`,
      )
      const closedAtMs = Number(rows[0]?.now_ms) + times.openMs
      const terms = {
        rulesVersion: RACE_RULES_VERSION,
        number,
        commitment: previousSeed(hashes, seed),
        saltChain: salts.chain,
      }
      const { rowCount } = await tx
        .insert(races)
        .values({
          ...terms,
          id: deriveRaceId(hashes, { ...terms, closedAtMs }),
          status: 'open',
          chainId: chain.id,
          closesAt: new Date(closedAtMs),
          epoch: term.epoch,
        })
        .onConflictDoNothing()
      return rowCount === 1
    })
  }

  /** Closes betting and continues immediately, since delays can void the race. */
  async function closeRace(term: Term, number: number): Promise<void> {
    await updateRace(term, number, IS_DUE, { status: 'closed', closedAt: NOW })
    const race = await latestRace(db)
    if (race?.number === number && race.status === 'closed')
      await advanceClosedRace(term, race)
  }

  /** Advances a closed race: voids it, or reads the head and then the salt. */
  async function advanceClosedRace(term: Term, race: RaceNow): Promise<void> {
    const { closedAt, number, rulesVersion, saltChain, voidReason } = race
    assert(closedAt !== null, 'betting has closed')
    if (voidReason) {
      log.error({ race: number, voidReason }, 'race.voided')
      return finish(term, race, 'void')
    }
    if (saltChain && isDeepStrictEqual(saltChain, salts.chain)) {
      const closedAtMs = race.closesAt.getTime()
      const { chainId } = saltChain
      const closed = { rulesVersion, closedAtMs, chainId }
      const reading = race.head
        ? tryStart(term, race, closed)
        : readHead(term, number, closed)
      const isDone = await reading.catch((error: unknown) => {
        log.warn({ error, race: number }, 'race.salt_unavailable')
        return false
      })
      if (isDone) return
    }
    const waitedMs = race.now.getTime() - closedAt.getTime()
    const withinMs = race.head ? times.saltWithinMs : times.headWithinMs
    if (saltChain && waitedMs <= withinMs) return
    await updateRace(term, number, AWAITS_SALT, { voidReason: 'no_block' })
  }

  /**
   * Voids the race if its salt may have been public before betting closed.
   * Reads the head after the close is committed, so no accepted bet can know a
   * younger block, even if clocks differ.
   */
  async function readHead(term: Term, number: number, closed: Closed) {
    const head = await salts.head()
    const isAhead = isSaltPossible(head, closed)
    if (isAhead) log.error({ race: number, head }, 'race.chain_ahead')
    const voidReason = isAhead ? 'chain_ahead' : null
    const isFirst = sql`${AWAITS_SALT} AND ${races.head} IS NULL`
    await updateRace(term, number, isFirst, { head, voidReason })
    return true
  }

  async function tryStart(term: Term, race: RaceNow, closed: Closed) {
    const saltBlock = await salts.findBlockAfter(saltAfterMs(closed))
    if (saltBlock) await startRace(term, race, saltBlock)
    return saltBlock !== undefined
  }

  async function startRace(term: Term, race: RaceNow, saltBlock: SaltBlock) {
    const serverSeed = await chains.readSeed(race.chainId, race.number)
    const inputs = { ...toRaceInputs(race, serverSeed), saltBlock }
    const settled = settledRace(hashes, inputs)
    assert('clientSeed' in settled, 'a race with a salt is not void')
    const { order, ticks } = settled.outcome
    const seconds = (ticks * TICK_MS) / 1_000
    await updateRace(term, race.number, AWAITS_SALT, {
      status: 'running',
      saltBlock,
      serverSeed,
      order,
      settledHash: settledHash(hashes, settled),
      startsAt: NOW,
      endsAt: sql`${NOW} + make_interval(secs => ${seconds})`,
    })
  }

  /** Settles the bets of a race that was run or is void, then ends it. */
  async function finish(term: Term, race: RaceNow, status: 'settled' | 'void') {
    const { chainId, number } = race
    const serverSeed =
      race.serverSeed ?? (await chains.readSeed(chainId, number))
    await settleBets(term, { number, serverSeed })
    const settled = settledRace(hashes, toRaceInputs(race, serverSeed))
    const hash = race.settledHash ?? settledHash(hashes, settled)
    const from = status === 'settled' ? 'running' : 'closed'
    // Sums up a settled race with bets, and releases the reserved payout.
    await writeAndNotify(term, async (tx) => {
      const { rowCount } = await tx.execute(
        sql`WITH race AS (
              UPDATE races SET status = ${status}, server_seed = ${serverSeed},
                settled_hash = ${hash}, epoch = ${term.epoch}, over_at = ${NOW}
              WHERE number = ${number} AND status = ${from}
              RETURNING *
            ), total AS (
              UPDATE race_totals SET races = race_totals.races + 1,
                hits = hits + (race.paid > 0)::int, staked = race_totals.staked + race.staked,
                paid = race_totals.paid + race.paid,
                variance = race_totals.variance + pool.variance,
                largest = greatest(race_totals.largest, pool.largest)
              FROM race, LATERAL (
                SELECT var_pop(pool) AS variance,
                  greatest(max(pool) - avg(pool), avg(pool) - min(pool)) AS largest
                FROM unnest(race.pools) AS pool
              ) AS pool
              WHERE race.status = 'settled' AND race.bets > 0
            ) UPDATE global_stats SET held = global_stats.held - race.held
              FROM race WHERE global_stats.id = 0`,
      )
      return rowCount === 1
    })
  }

  /** Changes a race's row if it is still in the state. */
  function updateRace(
    term: Term,
    number: number,
    state: SQL,
    change: PgUpdateSetSource<typeof races>,
  ): Promise<void> {
    return writeAndNotify(term, async (tx) => {
      const { rowCount } = await tx
        .update(races)
        .set({ ...change, epoch: term.epoch })
        .where(and(eq(races.number, number), state))
      return rowCount === 1
    })
  }

  /** Notifies all processes of a step once it is committed. */
  async function writeAndNotify(
    term: Term,
    isWritten: (tx: Transaction) => Promise<boolean>,
  ): Promise<void> {
    if (await withFencing(term, db, isWritten)) events.publish('races', '')
  }

  function isTimeForNext({ endsAt, now, overAt }: RaceNow): boolean {
    const shownFrom = Math.max(overAt?.getTime() ?? 0, endsAt?.getTime() ?? 0)
    return now.getTime() >= shownFrom + times.winnerMs
  }

  return {
    /** Takes the next step if it is due. */
    async tick(term: Term): Promise<void> {
      const race = await latestRace(db)
      if (!race) return openRace(term, 1)
      const { now, number } = race
      switch (race.status) {
        case 'open':
          if (now >= race.closesAt) await closeRace(term, number)
          return
        case 'closed':
          return advanceClosedRace(term, race)
        case 'running':
          if (race.endsAt && now >= race.endsAt)
            await finish(term, race, 'settled')
          return
        case 'settled':
        case 'void':
          if (isTimeForNext(race)) await openRace(term, number + 1)
      }
    },
  }
}

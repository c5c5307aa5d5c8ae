import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { TICK_MS } from '#core/race/race.ts'
import { raceIdOf } from '#core/race/race-id.ts'
import {
  isSaltPossible,
  type SaltBlock,
  type SaltChain,
  saltAfterMs,
} from '#core/race/salt.ts'
import { previousSeed } from '#core/race/seed-chain.ts'
import {
  RACE_RULES_VERSION,
  settledHash,
  settledRace,
} from '#core/race/settled-race.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Term, writeUnder } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { SettleBets } from './race-settler.ts'
import { type RaceNow, type RacesStore, raceInputsOf } from './races.store.ts'
import type { SaltSource } from './salt-source.ts'
import type { SeedVault } from './seed-vault.ts'

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

/**
 * Runs races, one step per tick. All state is in the race's row, so that the
 * next leader can continue; every step is written under the leader's term.
 */
export function openLeader(deps: {
  db: Database
  store: RacesStore
  vault: SeedVault
  salts: SaltSource
  settleBets: SettleBets
  hashes: Hashes
  times: RaceTimes
  isPaused: () => boolean
  /** Notifies all processes of a step, in its transaction. */
  announce: (tx: Transaction) => Promise<void>
  log: Logger
}) {
  const { db, store, vault, salts, settleBets, hashes, times, announce, log } =
    deps

  async function open(term: Term, number: number): Promise<void> {
    if (deps.isPaused()) return
    // A race without a salt would be void. Throws when no node answers.
    if (!(await salts.isFinalizing())) return
    const known = await store.findChain(number)
    const made = known ? undefined : await vault.newChain(number)
    await writeUnder(term, db, async (tx) => {
      const chain = known ?? (made && (await store.addChain(tx, made)))
      assert(chain !== undefined, 'a race has a chain of seeds')
      const commitment =
        number === chain.firstRace
          ? chain.end
          : previousSeed(hashes, await vault.seedOf(chain, number))
      const closesAt = await store.momentAfter(tx, times.openMs)
      const terms = {
        rulesVersion: RACE_RULES_VERSION,
        number,
        commitment,
        saltChain: salts.chain,
      }
      const closedAtMs = closesAt.getTime()
      await store.open(tx, {
        ...terms,
        id: raceIdOf(hashes, { ...terms, closedAtMs }),
        chainId: chain.id,
        closesAt,
        epoch: term.epoch,
      })
      await announce(tx)
    })
  }

  /** Closes betting and continues immediately, since delays can void the race. */
  async function close(term: Term, number: number): Promise<void> {
    await step(term, (tx) => store.close(tx, number, term.epoch))
    const race = await store.latest()
    if (race?.number === number && race.status === 'closed') {
      await salt(term, race)
    }
  }

  /** Advances a closed race: voids it, or reads the head and then the salt. */
  async function salt(term: Term, race: RaceNow): Promise<void> {
    const { closedAt, number, saltChain } = race
    assert(closedAt !== null, 'betting has closed')
    if (race.voidReason) {
      const { voidReason } = race
      log.error({ race: number, voidReason }, 'race.voided')
      return end(term, race, 'void')
    }
    if (saltChain && isSameChain(saltChain, salts.chain)) {
      const { closesAt, rulesVersion } = race
      const { chainId } = saltChain
      const closed = { rulesVersion, closedAtMs: closesAt.getTime(), chainId }
      const reading = race.head
        ? findSalt(term, race, closed)
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
    await step(term, (tx) =>
      store.setVoid(tx, number, { epoch: term.epoch, voidReason: 'no_block' }),
    )
  }

  /**
   * Voids the race if its salt may have been public before betting closed.
   * Reads the head after the close is committed, so no accepted bet can know a
   * younger block, even if clocks differ.
   */
  async function readHead(
    term: Term,
    number: number,
    closed: Closed,
  ): Promise<true> {
    const head = await salts.head()
    const isAhead = isSaltPossible(head, closed)
    if (isAhead) log.error({ race: number, head }, 'race.chain_ahead')
    const voidReason = isAhead ? 'chain_ahead' : null
    const { epoch } = term
    await step(term, (tx) =>
      store.setHead(tx, number, { epoch, head, voidReason }),
    )
    return true
  }

  async function findSalt(
    term: Term,
    race: RaceNow,
    closed: Closed,
  ): Promise<boolean> {
    const saltBlock = await salts.firstBlockAfter(saltAfterMs(closed))
    if (saltBlock) await start(term, race, saltBlock)
    return saltBlock !== undefined
  }

  async function start(
    term: Term,
    race: RaceNow,
    saltBlock: SaltBlock,
  ): Promise<void> {
    const serverSeed = await seedOf(race)
    const settled = settledRace(hashes, {
      ...raceInputsOf(race, serverSeed),
      saltBlock,
    })
    assert('clientSeed' in settled, 'a race with a salt is not void')
    const { order, ticks } = settled.outcome
    const { epoch } = term
    await step(term, (tx) =>
      store.start(tx, race.number, {
        saltBlock,
        serverSeed,
        order,
        settledHash: settledHash(hashes, settled),
        durationMs: ticks * TICK_MS,
        epoch,
      }),
    )
  }

  /** Settles the bets of a race that was run or is void, then ends it. */
  async function end(
    term: Term,
    race: RaceNow,
    status: 'settled' | 'void',
  ): Promise<void> {
    const { number } = race
    const serverSeed = race.serverSeed ?? (await seedOf(race))
    await settleBets(term, { number, serverSeed })
    const inputs = raceInputsOf(race, serverSeed)
    const hash =
      race.settledHash ?? settledHash(hashes, settledRace(hashes, inputs))
    const { epoch } = term
    await step(term, (tx) =>
      store.end(tx, number, { status, serverSeed, settledHash: hash, epoch }),
    )
  }

  async function step(
    term: Term,
    write: (tx: Transaction) => Promise<boolean>,
  ): Promise<void> {
    await writeUnder(term, db, async (tx) => {
      if (await write(tx)) await announce(tx)
    })
  }

  async function seedOf({ chainId, number }: RaceNow): Promise<string> {
    const chain = await store.findChain(number)
    assert(chain?.id === chainId, 'a race keeps its chain')
    return vault.seedOf(chain, number)
  }

  function isTimeForNext({ endsAt, now, overAt }: RaceNow): boolean {
    const shownFrom = Math.max(overAt?.getTime() ?? 0, endsAt?.getTime() ?? 0)
    return now.getTime() >= shownFrom + times.winnerMs
  }

  return {
    /** Takes the next step if it is due. */
    async tick(term: Term): Promise<void> {
      const race = await store.latest()
      if (!race) return open(term, 1)
      const { now, number } = race
      switch (race.status) {
        case 'open':
          if (now >= race.closesAt) await close(term, number)
          return
        case 'closed':
          return salt(term, race)
        case 'running':
          if (race.endsAt && now >= race.endsAt)
            await end(term, race, 'settled')
          return
        case 'settled':
        case 'void':
          if (isTimeForNext(race)) await open(term, number + 1)
      }
    },
  }
}

function isSameChain(one: SaltChain, other: SaltChain): boolean {
  return one.chainId === other.chainId && one.genesisHash === other.genesisHash
}

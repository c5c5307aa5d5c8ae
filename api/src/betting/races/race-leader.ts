import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { TICK_MS } from '#core/race/race.ts'
import { raceIdOf } from '#core/race/race-id.ts'
import {
  isSaltPossible,
  type SaltBlock,
  type SaltChain,
  saltAfterMs,
  type VoidReason,
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
import { raceInputsOf } from './race-inputs.ts'
import type { RaceSettler } from './race-settler.ts'
import type { RaceEnd, RaceNow, RacesStore } from './races.store.ts'
import type { SaltSource } from './salt-source.ts'
import type { SeedVault } from './seed-vault.ts'
import type { SeedsStore } from './seeds.store.ts'

/** How long each race takes bets, and how long its winner is shown. */
export type RaceTimes = {
  openMs: number
  winnerMs: number
  /** Maximum time after the close without the head. */
  headWithinMs: number
  /** Maximum time for the salt block to become final after the head is read. */
  saltWithinMs: number
}

type LeaderDeps = {
  db: Database
  store: RacesStore
  seeds: SeedsStore
  vault: SeedVault
  salts: SaltSource
  settler: RaceSettler
  hashes: Hashes
  times: RaceTimes
  /** Why no race is to be opened now. */
  isPaused: () => boolean
  /** Has all processes look at the race again; in the transaction that changed it. */
  announce: (tx: Transaction) => Promise<void>
  log: Logger
}

/**
 * Takes races from their opening to their end, one step a tick. Where a race
 * stands is in its row alone, so that whoever leads next goes on from there,
 * and every step is written under the leader's term.
 */
export class RaceLeader {
  readonly #deps: LeaderDeps

  constructor(deps: LeaderDeps) {
    this.#deps = deps
  }

  /** Does what is due. */
  async tick(term: Term): Promise<void> {
    const race = await this.#deps.store.latest()
    if (!race) return this.#open(term, 1)
    const { now, number } = race
    switch (race.status) {
      case 'open':
        if (now >= race.closesAt) await this.#close(term, number)
        return
      case 'closed':
        return this.#salt(term, race)
      case 'running':
        if (race.endsAt && now >= race.endsAt) await this.#settle(term, race)
        return
      case 'settled':
      case 'void':
        if (this.#isTimeForNext(race)) await this.#open(term, number + 1)
    }
  }

  async #open(term: Term, number: number): Promise<void> {
    const { db, hashes, isPaused, salts, seeds, store, times, vault } =
      this.#deps
    if (isPaused()) return
    // A race without a salt would be void. Throws when no node answers.
    if (!(await salts.isFinalizing())) return
    const known = await seeds.chainOf(number)
    const made = known ? undefined : await vault.newChain(number)
    await writeUnder(term, db, async (tx) => {
      const chain = known ?? (made && (await seeds.addChain(tx, made)))
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
      await this.#deps.announce(tx)
    })
  }

  /**
   * Closes betting and continues immediately, because delays can void the race.
   */
  async #close(term: Term, number: number): Promise<void> {
    const { store } = this.#deps
    await this.#step(term, (tx) => store.close(tx, number, term.epoch))
    const race = await store.latest()
    if (race?.number === number && race.status === 'closed') {
      await this.#salt(term, race)
    }
  }

  /**
   * Advances a closed race: voids it if so decided, otherwise reads the head
   * and the salt.
   */
  async #salt(term: Term, race: RaceNow): Promise<void> {
    const { closedAt, number, saltChain } = race
    const { log, salts, times } = this.#deps
    assert(closedAt !== null, 'betting has closed')
    if (race.voidReason) return this.#void(term, race)
    if (saltChain && isSameChain(saltChain, salts.chain)) {
      const step = race.head
        ? this.#lookForSalt(term, race, saltChain)
        : this.#judgeHead(term, race, saltChain)
      const isDone = await step.catch((error: unknown) => {
        log.warn({ error, race: number }, 'race.salt_unavailable')
        return false
      })
      if (isDone) return
    }
    const waitedMs = race.now.getTime() - closedAt.getTime()
    const withinMs = race.head ? times.saltWithinMs : times.headWithinMs
    if (saltChain && waitedMs <= withinMs) return
    await this.#step(term, (tx) =>
      this.#deps.store.decideVoid(tx, number, {
        epoch: term.epoch,
        voidReason: 'no_block',
      }),
    )
  }

  /**
   * Voids the race if its salt may have been public before betting closed.
   * Reads the head after the close is committed, so no accepted bet can know a
   * younger block, even if clocks differ.
   */
  async #judgeHead(
    term: Term,
    race: RaceNow,
    { chainId }: SaltChain,
  ): Promise<true> {
    const { log, salts, store } = this.#deps
    const { number, rulesVersion } = race
    const head = await salts.head()
    const closedAtMs = race.closesAt.getTime()
    const isAhead = isSaltPossible(head, { rulesVersion, closedAtMs, chainId })
    const voidReason: VoidReason | null = isAhead ? 'chain_ahead' : null
    if (isAhead) log.error({ race: number, head }, 'race.chain_ahead')
    const { epoch } = term
    await this.#step(term, (tx) =>
      store.keepHead(tx, number, { epoch, head, voidReason }),
    )
    return true
  }

  async #lookForSalt(
    term: Term,
    race: RaceNow,
    { chainId }: SaltChain,
  ): Promise<boolean> {
    const { rulesVersion } = race
    const closedAtMs = race.closesAt.getTime()
    const saltBlock = await this.#deps.salts.firstBlockAfter(
      saltAfterMs({ rulesVersion, closedAtMs, chainId }),
    )
    if (saltBlock) await this.#start(term, race, saltBlock)
    return saltBlock !== undefined
  }

  async #start(term: Term, race: RaceNow, saltBlock: SaltBlock): Promise<void> {
    const { hashes, store } = this.#deps
    const serverSeed = await this.#seedOf(race)
    const settled = settledRace(hashes, {
      ...raceInputsOf(race, serverSeed),
      saltBlock,
    })
    assert('clientSeed' in settled, 'a race with a salt is run')
    const { order, ticks } = settled.outcome
    const { epoch } = term
    await this.#step(term, (tx) =>
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

  async #settle(term: Term, race: RaceNow): Promise<void> {
    const { number, serverSeed, settledHash } = race
    assert(serverSeed !== null && settledHash !== null, 'the race was run')
    await this.#deps.settler.settle(term, { number, serverSeed })
    await this.#finish(term, number, {
      status: 'settled',
      serverSeed,
      settledHash,
    })
  }

  async #void(term: Term, race: RaceNow): Promise<void> {
    const { hashes, log, settler } = this.#deps
    const { number, voidReason } = race
    log.error({ race: number, voidReason }, 'race.voided')
    const serverSeed = await this.#seedOf(race)
    await settler.settle(term, { number, serverSeed })
    const settled = settledRace(hashes, raceInputsOf(race, serverSeed))
    const hash = settledHash(hashes, settled)
    await this.#finish(term, number, {
      status: 'void',
      serverSeed,
      settledHash: hash,
    })
  }

  #finish(term: Term, number: number, end: RaceEnd): Promise<void> {
    const { epoch } = term
    return this.#step(term, (tx) =>
      this.#deps.store.finish(tx, number, { ...end, epoch }),
    )
  }

  /** Writes one step of the present race, and has everybody look. */
  async #step(
    term: Term,
    write: (tx: Transaction) => Promise<boolean>,
  ): Promise<void> {
    const { announce, db } = this.#deps
    await writeUnder(term, db, async (tx) => {
      if (await write(tx)) await announce(tx)
    })
  }

  async #seedOf({ chainId, number }: RaceNow): Promise<string> {
    const chain = await this.#deps.seeds.chainOf(number)
    assert(chain?.id === chainId, 'a race keeps its chain')
    return this.#deps.vault.seedOf(chain, number)
  }

  #isTimeForNext({ endsAt, now, overAt }: RaceNow): boolean {
    const shownFrom = Math.max(overAt?.getTime() ?? 0, endsAt?.getTime() ?? 0)
    return now.getTime() >= shownFrom + this.#deps.times.winnerMs
  }
}

function isSameChain(one: SaltChain, other: SaltChain): boolean {
  return one.chainId === other.chainId && one.genesisHash === other.genesisHash
}

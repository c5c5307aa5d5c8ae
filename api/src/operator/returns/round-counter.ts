import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { raceTally } from '#core/race/race-return.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { PlayedRound, Share } from '#core/returns/round-shares.ts'
import { roundsAfter } from '../../betting/engine/finished-rounds.service.ts'
import { racesAfter } from '../../betting/races/settled-races.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { positions } from './counted-position.ts'
import type { Source, TalliesStore } from './tallies.store.ts'

const ROUNDS_AT_ONCE = 1_000
/** Times as long as it worked: bets come first, and the database is theirs as well. */
const REST = 3

type CounterDeps = {
  db: Database
  store: TalliesStore
  sharesOf: (round: PlayedRound) => readonly Share[]
  clock: Clock
}

type Counted = {
  source: Source
  /** As it was when they were read, and behind them. */
  before: unknown
  after: object
  shares: readonly Share[]
}

/** Adds what is over to the tallies, each round and each race once. */
export class RoundCounter {
  readonly #deps: CounterDeps

  constructor(deps: CounterDeps) {
    this.#deps = deps
  }

  /** Counts until all is counted, a short transaction at a time. */
  async countAll(): Promise<void> {
    await untilDone(() => this.#countRounds())
    await untilDone(() => this.#countRaces())
  }

  /** @returns whether there may be more. */
  async #countRounds(): Promise<boolean> {
    const { db, sharesOf, store } = this.#deps
    const before = await store.positionOf('rounds')
    const position = positions.rounds.parse(before)
    const rounds = await roundsAfter(db, position, ROUNDS_AT_ONCE)
    const shares = rounds.flatMap(sharesOf)
    const last = rounds.at(-1)
    const next = last && { settledAt: last.settledText, id: last.id }
    const after = next ?? position
    await this.#keep({ source: 'rounds', before, after, shares })
    return rounds.length === ROUNDS_AT_ONCE
  }

  async #countRaces(): Promise<boolean> {
    const { db, store } = this.#deps
    const before = await store.positionOf('races')
    const position = positions.races.parse(before)
    const { paid, ...after } = await racesAfter(db, position)
    const shares = paid.map((race) => ({
      gameType: RACE_GAME_TYPE,
      isJackpot: false,
      tally: raceTally(race.bets, race.paid),
    }))
    await this.#keep({ source: 'races', before, after, shares })
    return after.number > position.number
  }

  /** Unless another thread has counted them meanwhile. */
  async #keep({ source, before, after, shares }: Counted): Promise<void> {
    const { clock, db, store } = this.#deps
    await db.transaction(async (tx) => {
      if (!isDeepStrictEqual(await store.lock(tx, source), before)) return
      await store.add(tx, shares)
      await store.move(tx, source, { position: after, countedAt: clock() })
    })
  }
}

/** Works until there is no more, and rests in between. */
async function untilDone(work: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const startedAt = performance.now()
    if (!(await work())) return
    await setTimeout(REST * (performance.now() - startedAt))
  }
}

import { firstNonceOf } from '#core/fairness/epoch.ts'
import type { Alarm } from './alarm.ts'
import type { FairnessApi } from './fairness-api.ts'
import type { PinStore } from './pin-store.ts'
import { roundHistory } from './round-history.ts'
import type { RoundRecords } from './round-records.ts'

export type MissedRoundsOptions = {
  store: PinStore
  api: Pick<FairnessApi, 'bets' | 'record' | 'state'>
  onAlarm(alarm: Alarm): void
}

/**
 * Rounds further back were played by other browsers, for those to judge: what
 * matters here is that no round was left out right before those seen here.
 */
const LOOK_BACK_MAX = 64

/** @property isRead false where this page does not know the record's rules. */
type ToldRound = { nonce: number; isRead: boolean }

/**
 * The rounds that no answer told this browser of: played in another browser,
 * or with an answer that got lost. They are judged by their records.
 */
export class MissedRounds {
  readonly #options: MissedRoundsOptions
  readonly #records: RoundRecords
  #looking: Promise<unknown> = Promise.resolve()

  constructor(options: MissedRoundsOptions, records: RoundRecords) {
    this.#options = options
    this.#records = records
  }

  /** Whether this browser was told of all rounds up to a nonce. */
  areNone(nonce: number): boolean {
    const from = this.#options.store.unaccounted()
    if (from === undefined) return true
    const areNone = this.#missing(from, nonce).size === 0
    if (areNone) this.#accountTo(Math.max(from, nonce))
    return areNone
  }

  /**
   * Accounts for the rounds before a nonce. @throws where the house does not
   * tell of them; then the next look asks again.
   *
   * @returns whether one was skipped; the alarm was raised then.
   */
  upTo(nonce: number): Promise<boolean> {
    const looked = this.#looking.then(() => this.#lookUpTo(nonce))
    this.#looking = looked.catch(() => undefined)
    return looked
  }

  async #lookUpTo(nonce: number): Promise<boolean> {
    const { store, onAlarm } = this.#options
    const from = store.unaccounted()
    if (from === undefined) return false
    const missing = this.#missing(from, nonce)
    if (missing.size > 0) await this.#find(missing)
    const skipped = await this.#skippedOf(missing)
    if (skipped !== undefined) onAlarm({ about: 'skipped', nonce: skipped })
    this.#accountTo(Math.max(from, nonce))
    return skipped !== undefined
  }

  /**
   * Returns the first skipped nonce. Ignores nonces before a restore's epoch,
   * since the restore moved the player past them.
   */
  async #skippedOf(missing: ReadonlySet<number>): Promise<number | undefined> {
    const { store, api } = this.#options
    const unknown = [...missing].filter((at) => store.betAt(at) === null)
    if (unknown.length === 0) return undefined
    // Throws if another player has signed in, since the history belongs to the
    // first.
    const { restore } = await api.state()
    return unknown.find((at) => !restore || at >= firstNonceOf(restore.epoch))
  }

  #missing(from: number, to: number): Set<number> {
    const missing = new Set<number>()
    for (let at = Math.max(from, to - LOOK_BACK_MAX); at < to; at += 1) {
      if (this.#options.store.betAt(at) === null) missing.add(at)
    }
    return missing
  }

  #accountTo(nonce: number): void {
    const { store } = this.#options
    let next = nonce
    while (store.betAt(next) !== null) next += 1
    store.setUnaccounted(next)
  }

  /**
   * Takes away what was answered while the history was on its way, and what
   * there is a record of, which is judged by it.
   *
   * @throws where this page can not read a record, once the others are judged.
   */
  async #find(missing: Set<number>): Promise<void> {
    const oldest = Math.min(...missing)
    let areAllRead = true
    for await (const id of roundHistory(this.#options.api)) {
      const told =
        this.#answered(id, oldest) ?? (await this.#recorded(id, oldest))
      if (!told) continue
      if (told.nonce < oldest) break
      areAllRead &&= told.isRead
      missing.delete(told.nonce)
      if (missing.size === 0) break
    }
    if (!areAllRead) throw new Error('This page does not know some rules')
  }

  /** A round that a page of this browser was answered. */
  #answered(id: string, oldest: number): ToldRound | undefined {
    const { store } = this.#options
    const newest = oldest + LOOK_BACK_MAX
    for (let nonce = oldest; nonce <= newest; nonce += 1) {
      if (store.betAt(nonce) === id) return { nonce, isRead: true }
    }
    return undefined
  }

  /** A round that there is a record of, which is judged unless it is too old. */
  async #recorded(id: string, oldest: number): Promise<ToldRound | undefined> {
    const record = await this.#options.api.record(id)
    if (!record || !this.#records.isAnswerTo(id, record)) return undefined
    const { nonce } = record
    const isRead = nonce < oldest || (await this.#records.judge(record))
    return { nonce, isRead }
  }
}

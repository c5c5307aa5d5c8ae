import type { Hashes } from '#core/fairness/hashes.ts'
import type { Alarm } from './alarm.ts'
import type { FairnessApi } from './fairness-api.ts'
import type { HandStore } from './hand-store.ts'
import { isEnded, type RoundRecord, recordMismatch } from './judge-record.ts'
import type { PinStore } from './pin-store.ts'
import type { PinnedEpochs } from './pinned-epochs.ts'
import { roundHistory } from './round-history.ts'
import { noteRecord } from './seen-rounds.ts'

export type MissedRoundsOptions = {
  player: string
  hashes: Hashes
  store: PinStore
  hands: HandStore
  api: Pick<FairnessApi, 'bets' | 'record'>
  onAlarm(alarm: Alarm): void
}

/**
 * Rounds further back were played by other browsers, for those to judge: what
 * matters here is that no round was left out right before those seen here.
 */
const LOOK_BACK_MAX = 64

/**
 * The rounds that no answer told this browser of, or not to their end: played
 * in another browser, with an answer that got lost, ended by the house. They
 * are judged by their records.
 */
export class MissedRounds {
  readonly #options: MissedRoundsOptions
  readonly #epochs: PinnedEpochs
  #looking: Promise<unknown> = Promise.resolve()

  constructor(options: MissedRoundsOptions, epochs: PinnedEpochs) {
    this.#options = options
    this.#epochs = epochs
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

  /** Judges how hands ended that were open when this browser saw them last. */
  async ends(isOver: (id: string, gameType: string) => boolean): Promise<void> {
    const { hands } = this.#options
    for (const id of hands.ids()) {
      const hand = hands.find(id)
      if (hand && isOver(id, hand.gameType)) await this.#judgeEnd(id)
    }
  }

  async #judgeEnd(id: string): Promise<void> {
    const { hands, api, onAlarm } = this.#options
    const record = await api.record(id)
    if (record) return this.#judge(record)
    onAlarm({ about: 'round', transactionId: id, what: 'record_missing' })
    hands.drop(id)
  }

  async #lookUpTo(nonce: number): Promise<boolean> {
    const { store, onAlarm } = this.#options
    const from = store.unaccounted()
    if (from === undefined) return false
    const missing = this.#missing(from, nonce)
    if (missing.size > 0) await this.#find(missing)
    const skipped = [...missing].find((at) => store.betAt(at) === null)
    if (skipped !== undefined) onAlarm({ about: 'skipped', nonce: skipped })
    this.#accountTo(Math.max(from, nonce))
    return skipped !== undefined
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
   */
  async #find(missing: Set<number>): Promise<void> {
    const oldest = Math.min(...missing)
    for await (const id of roundHistory(this.#options.api)) {
      const nonce =
        this.#answeredNonce(id, oldest) ?? (await this.#told(id, oldest))
      if (nonce === undefined) continue
      if (nonce < oldest) return
      missing.delete(nonce)
      if (missing.size === 0) return
    }
  }

  /** The nonce of a round that a page of this browser was answered. */
  #answeredNonce(id: string, oldest: number): number | undefined {
    const { store } = this.#options
    const newest = oldest + LOOK_BACK_MAX
    for (let at = oldest; at <= newest; at += 1) {
      if (store.betAt(at) === id) return at
    }
    return undefined
  }

  /** The nonce that the record of a round tells, judged unless it is too old. */
  async #told(id: string, oldest: number): Promise<number | undefined> {
    const record = await this.#options.api.record(id)
    if (record && record.nonce >= oldest) await this.#judge(record)
    return record?.nonce
  }

  async #judge(record: RoundRecord): Promise<void> {
    const { player, hashes, store, hands, onAlarm } = this.#options
    const { id, nonce, gameData } = record
    // Who signs in meanwhile has a history of their own.
    if (gameData.player !== player) throw new Error('Not of this player')
    const clientSeed = isEnded(record) ? record.clientSeed : undefined
    const held = await this.#epochs.heldFor({ nonce, clientSeed })
    const hand = hands.find(id)
    const now = Date.now()
    const what = recordMismatch(hashes, { record, hand, held, now })
    if (what) onAlarm({ about: 'round', transactionId: id, what })
    else store.noteBet(nonce, id)
    if (isEnded(record)) hands.drop(id)
    else noteRecord(hands, record)
  }
}

import type { Hashes } from '#core/fairness/hashes.ts'
import { games } from '#core/games/registry.ts'
import type { Transaction } from '#core/schemas/transaction.ts'
import type { Alarm } from './alarm.ts'
import type { FairnessApi } from './fairness-api.ts'
import type { HandStore } from './hand-store.ts'
import { isEnded, type RoundRecord, recordMismatch } from './judge-record.ts'
import type { PinStore } from './pin-store.ts'
import type { PinnedEpochs } from './pinned-epochs.ts'
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
    const [skipped] = missing
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

  /** Takes away what there is a record of, which is judged by it. */
  async #find(missing: Set<number>): Promise<void> {
    const oldest = Math.min(...missing)
    for await (const id of this.#unknown(oldest)) {
      const record = await this.#options.api.record(id)
      if (!record) continue
      if (record.nonce < oldest) return
      await this.#judge(record)
      missing.delete(record.nonce)
      if (missing.size === 0) return
    }
  }

  /** Rounds in the player's history that this browser does not know, newest first. */
  async *#unknown(oldest: number): AsyncGenerator<string> {
    const { api } = this.#options
    let before: number | undefined
    for (;;) {
      const page = await api.bets(before)
      for (const bet of page) {
        if (isRound(bet) && !this.#isKnown(bet.id, oldest)) yield bet.id
      }
      const last = page.at(-1)?.seq
      // Who does not come nearer to the beginning never gets there.
      if (!last || last >= (before ?? Number.POSITIVE_INFINITY)) return
      before = last
    }
  }

  #isKnown(id: string, oldest: number): boolean {
    const { store } = this.#options
    const newest = oldest + LOOK_BACK_MAX
    for (let at = oldest; at <= newest; at += 1) {
      if (store.betAt(at) === id) return true
    }
    return false
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

/** A step of a round that was begun before has a bet of its own. */
function isRound({ gameType, metadata }: Transaction): boolean {
  return metadata === null && games.some((one) => one.gameType === gameType)
}

import type { Hashes } from '#core/fairness/hashes.ts'
import { isOfRound } from '#core/schemas/verification-record.ts'
import type { Alarm } from './alarm.ts'
import type { FairnessApi } from './fairness-api.ts'
import type { HandStore } from './hand-store.ts'
import {
  isEnded,
  isReadable,
  type RoundRecord,
  recordMismatch,
} from './judge-record.ts'
import { nonceOf, type PinStore } from './pin-store.ts'
import type { PinnedEpochs } from './pinned-epochs.ts'
import { noteRecord } from './seen-rounds.ts'

export type RoundRecordsOptions = {
  player: string
  hashes: Hashes
  store: PinStore
  hands: HandStore
  api: Pick<FairnessApi, 'record'>
  onAlarm(alarm: Alarm): void
}

/** Judges rounds by their records where no answer told of their end. */
export class RoundRecords {
  readonly #options: RoundRecordsOptions
  readonly #epochs: PinnedEpochs

  constructor(options: RoundRecordsOptions, epochs: PinnedEpochs) {
    this.#options = options
    this.#epochs = epochs
  }

  /**
   * Judges how hands ended that were open when this browser saw them last. One
   * that this page can not read is left to the next, which is newer.
   *
   * @throws what went wrong with some, once the others are judged.
   */
  async judgeEnds(
    isOver: (id: string, gameType: string) => boolean,
  ): Promise<void> {
    const { hands } = this.#options
    const failures: unknown[] = []
    for (const id of hands.ids()) {
      const hand = hands.find(id)
      if (!hand || !isOver(id, hand.gameType)) continue
      await this.#judgeEnd(id).catch((cause) => failures.push(cause))
    }
    if (failures.length > 0) throw new AggregateError(failures)
  }

  /**
   * Whether a record is of the round that was asked for, under the nonce that
   * it was seen with. It is loud where it is not: another round's record, true
   * as it may be, would hide this one.
   */
  isAnswerTo(id: string, record: RoundRecord): boolean {
    const { store, onAlarm } = this.#options
    const { nonce } = record
    const seenAt = nonceOf(store, id, nonce) ?? nonce
    if (isOfRound(record, id) && seenAt === nonce) return true
    onAlarm({ about: 'round', transactionId: id, what: 'other_record' })
    return false
  }

  /** @returns false where this page can not read the record: nothing is judged. */
  async judge(record: RoundRecord): Promise<boolean> {
    const { player, hashes, store, hands, onAlarm } = this.#options
    const { id, nonce, gameData } = record
    // Who signs in meanwhile has a history of their own.
    if (gameData.player !== player) throw new Error('Not of this player')
    if (!isReadable(record)) return false
    const clientSeed = isEnded(record) ? record.clientSeed : undefined
    const held = await this.#epochs.heldFor({ nonce, clientSeed })
    const hand = hands.find(id)
    const now = Date.now()
    const what = recordMismatch(hashes, { record, hand, held, now })
    if (what) onAlarm({ about: 'round', transactionId: id, what })
    else store.noteBet(nonce, id)
    if (isEnded(record)) hands.drop(id)
    else noteRecord(hands, record)
    return true
  }

  async #judgeEnd(id: string): Promise<void> {
    const { hands, api, onAlarm } = this.#options
    const record = await api.record(id)
    if (record && this.isAnswerTo(id, record)) {
      await this.judge(record)
      return
    }
    if (!record) {
      onAlarm({ about: 'round', transactionId: id, what: 'record_missing' })
    }
    hands.drop(id)
  }
}

import type { Transaction } from '#core/api/history.ts'
import { getFirstNonce } from '#core/fairness/epoch.ts'
import { games } from '#core/games/registry.ts'
import type { FairnessApi, VerifierOptions } from './fairness-api.ts'
import type { RoundRecords } from './round-records.ts'

/**
 * Older rounds were played in other browsers, which judge them: here only a
 * round skipped right before those seen here matters.
 */
const LOOK_BACK_MAX = 64

/** @property isRead false if this page does not know the record's rules. */
type FoundRound = { nonce: number; isRead: boolean }

/**
 * Finds the rounds of which this browser got no answer: played in another
 * browser, or with an answer that was lost. They are judged by their records.
 */
export function missedRounds(
  { store, api, onAlarm }: VerifierOptions,
  records: RoundRecords,
) {
  let checking: Promise<unknown> = Promise.resolve()

  function missing(from: number, to: number): Set<number> {
    const nonces = new Set<number>()
    for (let at = Math.max(from, to - LOOK_BACK_MAX); at < to; at += 1) {
      if (store.getBet(at) === null) nonces.add(at)
    }
    return nonces
  }

  function accountUpTo(nonce: number): void {
    let next = nonce
    while (store.getBet(next) !== null) next += 1
    store.setUnaccounted(next)
  }

  async function check(nonce: number): Promise<boolean> {
    const from = store.unaccounted()
    if (from === undefined) return false
    const unseen = missing(from, nonce)
    if (unseen.size > 0) await removeFound(unseen)
    const skipped = await firstSkipped(unseen)
    if (skipped !== undefined) onAlarm({ about: 'skipped', nonce: skipped })
    accountUpTo(Math.max(from, nonce))
    return skipped !== undefined
  }

  /**
   * Ignores nonces before a restore's epoch, since the restore moved the player
   * past them.
   */
  async function firstSkipped(
    unseen: ReadonlySet<number>,
  ): Promise<number | undefined> {
    const unknown = [...unseen].filter((at) => store.getBet(at) === null)
    if (unknown.length === 0) return undefined
    // Throws if another player has signed in, since the history belongs to the
    // first.
    const { restore } = await api.state()
    return unknown.find((at) => !restore || at >= getFirstNonce(restore.epoch))
  }

  /**
   * Removes the nonces that were answered meanwhile, and those with a record,
   * which is judged.
   *
   * @throws if this page can't read a record, once the others are judged.
   */
  async function removeFound(unseen: Set<number>): Promise<void> {
    const oldest = Math.min(...unseen)
    let areAllRead = true
    for await (const id of roundHistory(api)) {
      const found = findAnswered(id, oldest) ?? (await findRecorded(id, oldest))
      if (!found) continue
      if (found.nonce < oldest) break
      areAllRead &&= found.isRead
      unseen.delete(found.nonce)
      if (unseen.size === 0) break
    }
    if (!areAllRead) throw new Error('This page does not know some rules')
  }

  /** Finds a round that a page of this browser got an answer of. */
  function findAnswered(id: string, oldest: number): FoundRound | undefined {
    const newest = oldest + LOOK_BACK_MAX
    for (let nonce = oldest; nonce <= newest; nonce += 1) {
      if (store.getBet(nonce) === id) return { nonce, isRead: true }
    }
    return undefined
  }

  /** Finds a round by its record, and judges it unless it is too old. */
  async function findRecorded(
    id: string,
    oldest: number,
  ): Promise<FoundRound | undefined> {
    const record = await api.record(id)
    if (!record || !records.isAnswerTo(id, record)) return undefined
    const { nonce } = record
    const isRead = nonce < oldest || (await records.judge(record))
    return { nonce, isRead }
  }

  return {
    /** True if this browser got an answer of every round up to a nonce. */
    areNone(nonce: number): boolean {
      const from = store.unaccounted()
      if (from === undefined) return true
      const areNone = missing(from, nonce).size === 0
      if (areNone) accountUpTo(Math.max(from, nonce))
      return areNone
    },

    /**
     * Accounts for the rounds before a nonce.
     *
     * @returns true if one was skipped; the alarm was raised then.
     * @throws if the server does not show them; the next check tries again.
     */
    verifyNext(nonce: number): Promise<boolean> {
      const checked = checking.then(() => check(nonce))
      checking = checked.catch(() => undefined)
      return checked
    },
  }
}

/** Lists the ids of the rounds in the player's history, newest first. */
async function* roundHistory(
  api: Pick<FairnessApi, 'bets'>,
): AsyncGenerator<string> {
  let before: number | undefined
  for (;;) {
    const page = await api.bets(before)
    for (const bet of page) if (isRound(bet)) yield bet.id
    const last = page.at(-1)?.seq
    // Stops on a history that does not come nearer to its beginning.
    if (!last || last >= (before ?? Number.POSITIVE_INFINITY)) return
    before = last
  }
}

/** Later steps of a round have bets of their own, with metadata. */
function isRound({ gameType, metadata }: Transaction): boolean {
  return metadata === null && games.some((one) => one.gameType === gameType)
}

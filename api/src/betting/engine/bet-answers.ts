import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/receipts.service.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import type {
  BetAnswer,
  DecidedBet,
  PendingBet,
  PlayerCommit,
  Refused,
} from './bets.ts'
import { getOpenRound, getReplay, roundSeed, shownRound } from './open-round.ts'
import type { RoundRow, RoundsStore } from './rounds.store.ts'

/** Writes an answer up to its balance, which only the commit returns. */
export function startAnswer(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},"balance":`
}

function endAnswer(answer: string, balance: number): string {
  return `${answer}${balance}}`
}

export type BetAnswers = ReturnType<typeof createBetAnswers>

export function createBetAnswers(deps: {
  games: GameRegistry
  hashes: Hashes
  ledger: LedgerService
  store: RoundsStore
  fairness: FairnessService
  receipts: Pick<AnswerReceiptsService, 'of'>
}) {
  const { games, hashes, ledger, store, fairness, receipts } = deps

  /** Returns the answer to an earlier request with the same key. @throws key_reused */
  async function findEarlierAnswer(
    pending: PendingBet,
  ): Promise<BetAnswer | undefined> {
    const { id, request, userId } = pending
    const key = { id, text: request?.text ?? '' }
    const [stored, row] = await Promise.all([
      ledger.findAnswer(key),
      store.findRound(id),
    ])
    if (stored) return readAnswer(stored.answer, { ...stored, userId })
    if (!row) return undefined
    if (!pending.hasStarted(row)) throw new Refusal('key_reused')
    const [round] = await store.findCommitted([row.id])
    assert(round !== undefined, 'a committed round has transactions')
    return readAnswer(await replayAnswer(row), round)
  }

  /** Signs the receipt again, since receipts are not stored. */
  async function readAnswer(
    answer: string,
    stored: { userId: string; balance: number; seq: number | null },
  ): Promise<BetAnswer> {
    const { balance, seq, userId } = stored
    const text = endAnswer(answer, balance)
    const receipt = seq === null ? undefined : await receipts.of(userId, seq)
    return { text, receipt }
  }

  async function replayAnswer(row: RoundRow): Promise<string> {
    const { clientSeed, weaker, ...keys } = await fairness.readSeeds(row)
    const seed = roundSeed(hashes, keys, row.nonce)
    const next = roundSeed(hashes, keys, row.nonce + 1)
    // Restores the order of fields, which jsonb does not preserve.
    const actions = (row.actions ?? []).map(({ action, ...rest }) => ({
      action,
      ...rest,
    }))
    const start = { actions, clientSeed: clientSeed.seed, weaker, held: 0 }
    const round = getOpenRound(games, { ...row, ...start }, seed)
    const { position } = getReplay(hashes, round)
    return startAnswer(shownRound(round, position, next.commitment))
  }

  /**
   * Answers repeated requests and bets without a commit result that were
   * committed before; refuses those whose key was used for another. Finds them
   * with one query, since most are new.
   */
  async function answerCommitted(bets: readonly PendingBet[]): Promise<void> {
    const repeatable = bets.filter(
      ({ isUnconfirmed, request }) => isUnconfirmed || request,
    )
    if (repeatable.length === 0) return
    const known = await store.knownAmong(repeatable.map(({ id }) => id))
    const committed = repeatable.filter(({ id }) => known.has(id))
    await Promise.all(committed.map(answerEarlier))
  }

  async function answerEarlier(pending: PendingBet): Promise<void> {
    try {
      const answer = await findEarlierAnswer(pending)
      if (answer) pending.answer(answer)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      pending.refuse(error)
    }
  }

  return {
    answerCommitted,

    /**
     * Refuses bets that were not committed before. Those without a commit result
     * stay open until their timeout.
     *
     * @returns false if any stays open.
     */
    async refuseUnlessCommitted(refused: readonly Refused[]): Promise<boolean> {
      await answerCommitted(refused.map(({ pending }) => pending))
      const open = refused.filter(({ pending }) => pending.isOpen)
      for (const { pending, error } of open)
        if (!pending.isUnconfirmed) pending.refuse(error)
      return open.every(({ pending }) => !pending.isOpen)
    },

    toText(bet: DecidedBet, before: PlayerCommit): string {
      const open = bet.pending.kind.toAnswer(bet, before)
      return endAnswer(open, before.balance + bet.offset.afterRound)
    },
  }
}

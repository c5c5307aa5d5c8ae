import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import type {
  ReceiptStatement,
  ReceiptTransaction,
} from '#core/receipts/receipt.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { FairnessService } from '../fairness/fairness.service.ts'
import {
  type BetAnswer,
  type Commit,
  type Committed,
  type DecidedBet,
  JSON_NULL,
  type PendingBet,
  type PlayerBatch,
  type Refused,
} from './bets.ts'
import { openRoundOf, replayOf, roundSeed, shownRound } from './open-round.ts'
import type { RoundRow, RoundsStore } from './rounds.store.ts'

/** Writes an answer up to its balance, which only the commit returns. */
export function openAnswer(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},"balance":`
}

function closedAnswer(answer: string, balance: number): string {
  return `${answer}${balance}}`
}

/** Undefined if signing failed. */
export type Receipts = ReadonlyMap<DecidedBet, string | undefined>

export type BetAnswers = ReturnType<typeof openBetAnswers>

/** Answers bets that are already committed, and signs receipts. */
export function openBetAnswers(deps: {
  games: GameRegistry
  hashes: Hashes
  ledger: LedgerService
  store: RoundsStore
  fairness: FairnessService
  receipts: Pick<AnswerReceiptsService, 'of' | 'sign'>
}) {
  const { games, hashes, ledger, store, fairness, receipts } = deps

  /** Returns the answer to an earlier request with the same key. @throws key_reused */
  async function earlierAnswer(
    pending: PendingBet,
  ): Promise<BetAnswer | undefined> {
    const { id, request, userId } = pending
    const asked = { id, text: request?.text ?? '' }
    const [stored, row] = await Promise.all([
      ledger.answered(asked),
      store.findRound(id),
    ])
    if (stored) return answerOf(stored.answer, { ...stored, userId })
    if (!row) return undefined
    if (!pending.hasStarted(row)) throw new Refusal('key_reused')
    const [round] = await store.findCommitted([row.id])
    assert(round !== undefined, 'a committed round has transactions')
    return answerOf(await replayedAnswer(row), round)
  }

  /** Signs the receipt again, since receipts are not stored. */
  async function answerOf(
    answer: string,
    stored: { userId: string; balance: number; seq: number | null },
  ): Promise<BetAnswer> {
    const { balance, seq, userId } = stored
    const text = closedAnswer(answer, balance)
    const receipt = seq === null ? undefined : await receipts.of(userId, seq)
    return { text, receipt }
  }

  async function replayedAnswer(row: RoundRow): Promise<string> {
    const { clientSeed, weaker, ...keys } = await fairness.drawnFrom(row)
    const seed = roundSeed(hashes, keys, row.nonce)
    const next = roundSeed(hashes, keys, row.nonce + 1)
    // Restores the order of fields, which jsonb does not preserve.
    const actions = (row.actions ?? []).map(({ action, ...rest }) => ({
      action,
      ...rest,
    }))
    const start = { actions, clientSeed: clientSeed.seed, weaker, held: 0 }
    const round = openRoundOf(games, { ...row, ...start }, seed)
    const { position } = replayOf(hashes, round)
    return openAnswer(shownRound(round, position, next.commitment))
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
      const answer = await earlierAnswer(pending)
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

    textOf(bet: DecidedBet, before: Commit): string {
      const open = bet.pending.kind.answerOf(bet, before)
      return closedAnswer(open, before.balance + bet.offset.afterRound)
    },

    /** Signs the receipts of all bets that moved coins, with one signature. */
    receiptsOf(
      playerBatches: readonly PlayerBatch[],
      committed: Committed,
    ): Receipts {
      const signing: DecidedBet[] = []
      const statements: ReceiptStatement[] = []
      for (const { bets, snapshot } of playerBatches) {
        const before = committed.get(snapshot.userId)
        if (!before) continue
        for (const bet of bets) {
          if (bet.stake === 0 && bet.payout === 0) continue
          signing.push(bet)
          statements.push(statementOf(bet, snapshot.userId, before))
        }
      }
      const signed = receipts.sign(statements)
      return new Map(signing.map((bet, at) => [bet, signed[at]]))
    },
  }
}

function statementOf(
  bet: DecidedBet,
  player: string,
  before: Commit,
): ReceiptStatement {
  const { gameType, id, offset, pending } = bet
  const transactions = transactionsOf(bet)
  return {
    player,
    id,
    seq: before.seq + offset.seq + transactions.length - 1,
    timestamp: new Date(before.atMs).toISOString(),
    gameType,
    transactions,
    balance: before.balance + offset.afterRound,
    terms: pending.kind.termsOf(bet, before),
  }
}

/** Builds the bet's transactions as the commit statement writes them. */
function transactionsOf({
  action,
  hand,
  id: roundId,
  payout,
  stake,
}: DecidedBet): ReceiptTransaction[] {
  const transactions: ReceiptTransaction[] = []
  if (stake > 0) {
    const type = action ? 'raise' : 'bet'
    const metadata = action ? { roundId, action } : null
    transactions.push({ type, amount: -stake, metadata })
  }
  if (payout > 0) {
    const metadata = hand === JSON_NULL ? null : { roundId }
    transactions.push({ type: 'win', amount: payout, metadata })
  }
  return transactions
}

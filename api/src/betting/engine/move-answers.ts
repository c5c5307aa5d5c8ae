import { isDeepStrictEqual } from 'node:util'
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
import type { BeforeCommit, Committed } from './commit-statement.ts'
import {
  type DecidedMove,
  JSON_NULL,
  type MoveAnswer,
  type PendingMove,
  type PlayerBatch,
} from './moves.ts'
import { openRoundOf, replayOf, roundSeed, shownRound } from './open-round.ts'
import type { RoundRow, RoundsStore } from './rounds.store.ts'

/** Writes an answer up to its balance, which only the commit returns. */
export function openAnswer(fields: object): string {
  return `${JSON.stringify(fields).slice(0, -1)},"balance":`
}

export function closedAnswer(answer: string, balance: number): string {
  return `${answer}${balance}}`
}

/** Undefined if signing failed. */
export type Receipts = ReadonlyMap<DecidedMove, string | undefined>

export type MoveAnswers = ReturnType<typeof openMoveAnswers>

/** Answers moves that are already committed, and signs receipts. */
export function openMoveAnswers(deps: {
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
    pending: PendingMove,
  ): Promise<MoveAnswer | undefined> {
    const { id, request, userId } = pending
    const asked = { id, text: request?.text ?? '' }
    const [stored, row] = await Promise.all([
      ledger.answered(asked),
      store.findRound(id),
    ])
    if (stored) return answerOf(stored.answer, { ...stored, userId })
    if (!row) return undefined
    if (!isSameBet(pending, row)) throw new Refusal('key_reused')
    const [round] = await store.findCommitted([row.id])
    assert(round !== undefined, 'a committed round has transactions')
    return answerOf(await replayedAnswer(row), round)
  }

  /** Signs the receipt again, since receipts are not stored. */
  async function answerOf(
    answer: string,
    stored: { userId: string; balance: number; seq: number | null },
  ): Promise<MoveAnswer> {
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

  return {
    /**
     * Answers unconfirmed rounds that were committed. (Steps have stored
     * answers, which the guard checks.) Requires snapshots read before: if the
     * nonce moved on and the round is missing, it never was committed; otherwise
     * the same nonce guards the next attempt.
     */
    async answerCommitted(batch: readonly PendingMove[]): Promise<void> {
      const unconfirmed = batch.filter(
        (pending) => pending.unconfirmed.length > 0 && !pending.game.choices,
      )
      if (unconfirmed.length === 0) return
      const rows = await store.findCommitted(unconfirmed.map(({ id }) => id))
      for (const row of rows) {
        const pending = unconfirmed.find(({ id }) => id === row.id)
        const decided = pending?.unconfirmed.find(
          ({ roundHash }) => roundHash === row.roundHash,
        )
        if (pending && decided)
          pending.answer(await answerOf(decided.answer, row))
      }
    },

    /** Answers a repeated request; refuses one whose key was used for another. */
    async answerRepeated(pending: PendingMove): Promise<void> {
      if (!pending.request && pending.unconfirmed.length === 0) return
      try {
        const answer = await earlierAnswer(pending)
        if (answer) pending.answer(answer)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        pending.refuse(error)
      }
    },

    /** Signs the receipts of all moves that moved coins, with one signature. */
    receiptsOf(
      playerBatches: readonly PlayerBatch[],
      committed: Committed,
    ): Receipts {
      const moves: DecidedMove[] = []
      const statements: ReceiptStatement[] = []
      for (const { moves: own, snapshot } of playerBatches) {
        const before = committed.get(snapshot.userId)
        if (!before) continue
        for (const move of own) {
          if (move.stake === 0 && move.payout === 0) continue
          moves.push(move)
          statements.push(statementOf(move, snapshot.userId, before))
        }
      }
      const signed = receipts.sign(statements)
      return new Map(moves.map((move, at) => [move, signed[at]]))
    },
  }
}

function isSameBet({ userId, game, move }: PendingMove, row: RoundRow) {
  const isOwn = userId === row.userId && game.gameType === row.gameType
  return isOwn && 'start' in move && isDeepStrictEqual(move.start, row.bet)
}

function statementOf(
  move: DecidedMove,
  player: string,
  before: BeforeCommit,
): ReceiptStatement {
  const { round, offset } = move
  const { bet, nonce, clientSeed } = round
  const transactions = transactionsOf(move)
  return {
    player,
    id: round.id,
    seq: before.seq + offset.seq + transactions.length - 1,
    timestamp: new Date(before.atMs).toISOString(),
    gameType: round.game.gameType,
    transactions,
    balance: before.balance + offset.afterRound,
    terms: { bet, nonce, clientSeed: clientSeed.seed },
  }
}

/** Builds the move's transactions as the commit statement writes them. */
function transactionsOf({
  hand,
  payout,
  round,
  stake,
}: DecidedMove): ReceiptTransaction[] {
  const transactions: ReceiptTransaction[] = []
  const action = round.game.choices && round.actions.at(-1)?.action
  if (stake > 0) {
    const type = action ? 'raise' : 'bet'
    const metadata = action ? { roundId: round.id, action } : null
    transactions.push({ type, amount: -stake, metadata })
  }
  if (payout > 0) {
    const metadata = hand === JSON_NULL ? null : { roundId: round.id }
    transactions.push({ type: 'win', amount: payout, metadata })
  }
  return transactions
}

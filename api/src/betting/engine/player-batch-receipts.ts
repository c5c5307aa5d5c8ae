import type {
  ReceiptStatement,
  ReceiptTransaction,
} from '#core/receipts/receipt.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import { NO_HAND } from './decided-move.ts'
import type { BatchMove, PlayerBatch } from './player-batch.ts'
import type { Standing } from './rounds.store.ts'

/** A player batch that was kept, and how its player stood before it. */
export type KeptBatch = { playerBatch: PlayerBatch; before: Standing }

/** The receipts of all moves that moved coins, under one signature. */
export function receiptsOf(
  receipts: Pick<AnswerReceiptsService, 'sign'>,
  kept: readonly KeptBatch[],
): Map<BatchMove, string> {
  const moves: BatchMove[] = []
  const statements: ReceiptStatement[] = []
  for (const { playerBatch, before } of kept) {
    for (const move of playerBatch.moves) {
      if (move.stake === 0 && move.payout === 0) continue
      moves.push(move)
      statements.push(statementOf(move, playerBatch, before))
    }
  }
  const signed = receipts.sign(statements)
  return new Map(
    moves.flatMap((move, at) => {
      const receipt = signed[at]
      return receipt === undefined ? [] : [[move, receipt] as const]
    }),
  )
}

function statementOf(
  move: BatchMove,
  { snapshot }: PlayerBatch,
  before: Standing,
): ReceiptStatement {
  const { round, offset } = move
  const { bet, nonce, clientSeed } = round
  const transactions = transactionsOf(move)
  return {
    player: snapshot.userId,
    id: round.id,
    seq: before.seq + offset.seq + transactions.length - 1,
    timestamp: new Date(before.atMs).toISOString(),
    gameType: round.game.gameType,
    transactions,
    balance: before.balance + offset.afterRound,
    terms: { bet, nonce, clientSeed: clientSeed.seed },
  }
}

/**
 * Builds the move's transactions exactly as the commit statement writes them.
 */
function transactionsOf({
  hand,
  payout,
  round,
  stake,
}: BatchMove): ReceiptTransaction[] {
  const transactions: ReceiptTransaction[] = []
  const ofHand = hand === NO_HAND ? null : { roundId: round.id }
  const action = round.game.choices && round.actions.at(-1)?.action
  if (stake > 0) {
    const type = action ? 'raise' : 'bet'
    const metadata = action ? { roundId: round.id, action } : null
    transactions.push({ type, amount: -stake, metadata })
  }
  if (payout > 0)
    transactions.push({ type: 'win', amount: payout, metadata: ofHand })
  return transactions
}

import type { ReceiptStatement } from '#core/receipts/receipt.ts'
import type { AnswerReceiptsService } from '../receipts/answer-receipts.service.ts'
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
  { round, stake, payout, offset }: BatchMove,
  { snapshot }: PlayerBatch,
  before: Standing,
): ReceiptStatement {
  const amounts = [-stake, payout].filter((amount) => amount !== 0)
  return {
    player: snapshot.userId,
    id: round.id,
    seq: before.seq + offset.seq + amounts.length - 1,
    amounts,
    balance: before.balance + offset.afterRound,
  }
}

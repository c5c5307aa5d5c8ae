import type { ReceiptStatement } from '#core/receipts/receipt.ts'
import type { ReceiptsService } from '../receipts/receipts.service.ts'
import type { Standing } from './rounds.store.ts'
import type { Run, RunMove } from './run.ts'

/** A run that was kept, and how its player stood before it. */
export type KeptRun = { run: Run; before: Standing }

/** The receipts of all moves that moved coins, under one signature. */
export function receiptsOf(
  receipts: Pick<ReceiptsService, 'sign'>,
  kept: readonly KeptRun[],
): Map<RunMove, string> {
  const moves: RunMove[] = []
  const statements: ReceiptStatement[] = []
  for (const { run, before } of kept) {
    for (const move of run.moves) {
      if (move.stake === 0 && move.payout === 0) continue
      moves.push(move)
      statements.push(statementOf(move, run, before))
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
  { round, stake, payout, offset }: RunMove,
  { seat }: Run,
  before: Standing,
): ReceiptStatement {
  const amounts = [-stake, payout].filter((amount) => amount !== 0)
  return {
    player: seat.userId,
    id: round.id,
    seq: before.seq + offset.seq + amounts.length - 1,
    amounts,
    balance: before.balance + offset.afterRound,
  }
}

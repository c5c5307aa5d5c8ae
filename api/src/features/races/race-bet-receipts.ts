import type { AnswerReceiptsService } from '../receipts/answer-receipts.service.ts'
import type { DecidedBet, Placed } from './race-bets.store.ts'

/** The receipts of bets that were kept, by the bets' ids, under one signature. */
export function raceBetReceipts(
  receipts: Pick<AnswerReceiptsService, 'sign'>,
  accepted: readonly { bet: DecidedBet }[],
  placed: Placed | undefined,
): Map<string, string | undefined> {
  const statements = accepted.flatMap(({ bet: { id, amount } }) => {
    const kept = placed?.bets.get(id)
    if (!kept) return []
    const { balance, seq, userId: player } = kept
    return [{ player, id, seq, amounts: [-amount], balance }]
  })
  const signed = receipts.sign(statements)
  return new Map(statements.map(({ id }, at) => [id, signed[at]]))
}

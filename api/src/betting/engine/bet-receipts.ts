import type {
  ReceiptStatement,
  ReceiptTransaction,
} from '#core/receipts/receipt.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/receipts.service.ts'
import {
  type Commit,
  type Committed,
  type DecidedBet,
  JSON_NULL,
  type PlayerBatch,
} from './bets.ts'

/** Signs the receipts of all bets that moved coins, with one signature. */
export function receiptsOf(
  { sign }: Pick<AnswerReceiptsService, 'sign'>,
  playerBatches: readonly PlayerBatch[],
  committed: Committed,
): ReadonlyMap<DecidedBet, string | undefined> {
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
  const signed = sign(statements)
  return new Map(signing.map((bet, at) => [bet, signed[at]]))
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

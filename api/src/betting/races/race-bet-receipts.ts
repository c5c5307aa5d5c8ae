import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { ReceiptStatement } from '#core/receipts/receipt.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { DecidedBet, Placed } from './race-bets.store.ts'
import type { RaceNow } from './races.store.ts'

/** The receipts of bets that were kept, by the bets' ids, under one signature. */
export function raceBetReceipts(
  receipts: Pick<AnswerReceiptsService, 'sign'>,
  race: Pick<RaceNow, 'id' | 'number'>,
  {
    accepted,
    placed,
  }: {
    accepted: readonly { bet: DecidedBet }[]
    placed: Placed | undefined
  },
): Map<string, string | undefined> {
  const statements = accepted.flatMap(({ bet }): ReceiptStatement[] => {
    const { id, amount, horse: horseId } = bet
    const kept = placed?.bets.get(id)
    if (!kept) return []
    const { atMs, balance, index, seq, userId: player } = kept
    return [
      {
        player,
        id,
        seq,
        timestamp: new Date(atMs).toISOString(),
        gameType: RACE_GAME_TYPE,
        transactions: [{ type: 'bet', amount: -amount, metadata: null }],
        balance,
        terms: {
          raceId: race.id,
          nonce: race.number,
          index,
          bet: { horseId, amount },
        },
      },
    ]
  })
  const signed = receipts.sign(statements)
  return new Map(statements.map(({ id }, at) => [id, signed[at]]))
}

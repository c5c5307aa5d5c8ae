import * as z from 'zod/mini'
import { isOpen, type PublicRecord } from '#core/schemas/verification-record.ts'

const flip = z.looseObject({ result: z.string() })

const spin = z.looseObject({
  winningLines: z.array(z.looseObject({ payout: z.int() })),
})

/** The outcome as the Game Details show it. */
export function outcomeText(record: PublicRecord): string {
  const { gameType, outcome, gameData } = record
  if (isOpen(record)) return outcome
  if (gameType === 'Coin Flip') {
    const { data } = flip.safeParse(gameData)
    return data ? `${data.result.toUpperCase()} - ${outcome}` : outcome
  }
  if (gameType === 'Slot Machine') {
    const lines = spin.safeParse(gameData).data?.winningLines ?? []
    const won = lines.reduce((sum, { payout }) => sum + payout, 0)
    return won > 0 ? `Won ${won} coins` : 'No win'
  }
  return outcome
}

import { type SlotAnswer, slotAnswer } from '#core/games/slots/slot-answer.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import { SlotsPage } from '../../web/src/games/slots/slots-page.tsx'
import { gameTable } from './game-table.tsx'

/** The slots' page at an honest server, which a test may spoil. */
export function slotsTable() {
  const page = <SlotsPage />
  const table = gameTable({ game: slots, page, title: 'Slots' })
  return {
    ...table,
    /** Moves on to the next round that ends as wanted. @returns its answer. */
    awaitSpin(isWanted: (answer: SlotAnswer) => boolean, betAmount = 10) {
      const bet = { betAmount: coins(betAmount) }
      for (;;) {
        const honest = table.honest()
        const answer = slotAnswer.parse(honest.rehearsed(slots, bet))
        if (isWanted(answer)) return answer
        honest.nonce += 1
      }
    },
  }
}

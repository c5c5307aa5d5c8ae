import { type SlotAnswer, slotAnswer } from '#core/games/slots/slot-answer.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import { SlotsPage } from '../../web/src/games/slots/slots-page.tsx'
import { gameTable } from './game-table.tsx'

/** Sets up the slots' page with an honest server, whose answers a test may change. */
export function slotsTable() {
  const page = <SlotsPage />
  const table = gameTable({ game: slots, page, title: 'Slots' })
  return {
    ...table,
    /** Skips to the next round with a wanted result. @returns its answer. */
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

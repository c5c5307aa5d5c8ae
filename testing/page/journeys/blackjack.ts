import { replayMoves } from '#core/fairness/round.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { blackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { coins } from '#core/money/coins.ts'
import { type GameJourney, withoutStatus } from '../game-journey.ts'

const bet = { betAmount: coins(10) }

export const journey: GameJourney = {
  buttons: ['Deal'],
  refusalText: withoutStatus,
  unknownOutcomeText: 'Failed to perform action',
  hand: {
    matches(draws) {
      if (blackjack.start(bet, draws).isInsurable) return false
      const actions = [{ action: 'hit' }]
      const hit = replayMoves({ game: blackjack, bet, actions }, draws)
      return hit !== undefined && hit.outcome === undefined
    },
    continueButton: 'Hit',
    endButton: 'Stand',
    answer: blackjackAnswer,
    resumedText: 'Your hand is still open.',
  },
}

import { replayMoves } from '#core/fairness/round.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { hiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import { coins } from '#core/money/coins.ts'
import { type GameJourney, withoutStatus } from '../game-journey.ts'

const bet = { betAmount: coins(10) }

export const journey: GameJourney = {
  buttons: ['Start Game'],
  refusalText: withoutStatus,
  unknownOutcomeText: 'The server didn’t respond. Try again.',
  hand: {
    matches(draws) {
      const actions = [{ action: 'play', choice: 'higher' }]
      const right = replayMoves({ game: hiLo, bet, actions }, draws)
      // On an ace or a king the buttons have other names.
      const { value } = hiLo.start(bet, draws).current
      return right?.outcome === undefined && value !== 'A' && value !== 'K'
    },
    continueButton: /^Higher/,
    endButton: /^Cash Out/,
    answer: hiLoAnswer,
    resumedText: 'Your round is still open. Pick up where you left off.',
  },
}

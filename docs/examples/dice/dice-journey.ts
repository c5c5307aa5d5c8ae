import { type GameJourney, withStatus } from '#testing/page/game-journey.ts'

export const journey: GameJourney = {
  buttons: ['Roll'],
  refusalText: withStatus,
  unknownOutcomeText: 'Failed to roll',
}

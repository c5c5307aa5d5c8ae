import { type GameJourney, withStatus } from '../game-journey.ts'

export const journey: GameJourney = {
  buttons: ['Spin'],
  refusalText: withStatus,
  unknownOutcomeText: 'Failed to spin',
}

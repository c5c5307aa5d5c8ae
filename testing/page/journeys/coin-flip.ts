import { type GameJourney, withStatus } from '../game-journey.ts'

export const journey: GameJourney = {
  buttons: ['Heads', 'Tails'],
  refusalText: withStatus,
  unknownOutcomeText: 'Failed to flip coin',
}

import { type GameJourney, withStatus } from '#testing/page/game-journey.ts'

export const journey: GameJourney = {
  buttons: ['Heads', 'Tails'],
  toText: withStatus,
  unclear: 'Failed to flip coin',
}

import { type GameJourney, withStatus } from '#testing/page/game-journey.ts'

export const journey: GameJourney = {
  buttons: ['Spin'],
  toText: withStatus,
  unclear: 'Failed to spin',
}

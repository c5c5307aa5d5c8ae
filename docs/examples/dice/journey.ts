import { type GameJourney, withStatus } from '#testing/page/game-journey.ts'

export const journey: GameJourney = {
  buttons: ['Roll'],
  toText: withStatus,
  unclear: 'Failed to roll',
}

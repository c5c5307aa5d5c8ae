import { type GameJourney, withStatus } from '#testing/page/game-journey.ts'

export const journey: GameJourney = {
  buttons: ['Roll'],
  told: withStatus,
  unclear: 'Failed to roll',
}

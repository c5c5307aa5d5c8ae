import { type GameJourney, withStatus } from '../../test/game-journey.ts'

export const journey: GameJourney = {
  title: 'Slots',
  path: '/slots',
  buttons: ['Spin'],
  told: withStatus,
  unclear: 'Failed to spin',
}

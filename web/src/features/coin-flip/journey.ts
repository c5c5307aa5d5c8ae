import { type GameJourney, withStatus } from '../../test/game-journey.ts'

export const journey: GameJourney = {
  title: 'Coin Flip',
  path: '/coinflip',
  buttons: ['Heads', 'Tails'],
  told: withStatus,
  unclear: 'Failed to flip coin',
}

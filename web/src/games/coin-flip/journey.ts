import { type GameJourney, withStatus } from '#testing/page/game-journey.ts'
import { pagePath } from '../../lib/page-path.ts'

export const journey: GameJourney = {
  title: 'Coin Flip',
  path: pagePath('/coinflip'),
  buttons: ['Heads', 'Tails'],
  told: withStatus,
  unclear: 'Failed to flip coin',
}

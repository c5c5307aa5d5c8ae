import { pagePath } from '../../lib/page-path.ts'
import { type GameJourney, withStatus } from '../../test/game-journey.ts'

export const journey: GameJourney = {
  title: 'Coin Flip',
  path: pagePath('/coinflip'),
  buttons: ['Heads', 'Tails'],
  told: withStatus,
  unclear: 'Failed to flip coin',
}

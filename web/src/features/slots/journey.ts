import { pagePath } from '../../lib/page-path.ts'
import { type GameJourney, withStatus } from '../../test/game-journey.ts'

export const journey: GameJourney = {
  title: 'Slots',
  path: pagePath('/slots'),
  buttons: ['Spin'],
  told: withStatus,
  unclear: 'Failed to spin',
}

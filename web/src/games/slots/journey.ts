import { type GameJourney, withStatus } from '#testing/page/game-journey.ts'
import { pagePath } from '../../lib/page-path.ts'

export const journey: GameJourney = {
  title: 'Slots',
  path: pagePath('/slots'),
  buttons: ['Spin'],
  told: withStatus,
  unclear: 'Failed to spin',
}

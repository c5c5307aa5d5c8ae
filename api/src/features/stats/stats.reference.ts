import { casinoStats, houseBalance } from '#core/schemas/stats.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const statsReference: ReferenceSection = {
  name: 'Statistics',
  description: 'Public totals of the casino.',
  routes: [
    {
      method: 'get',
      path: '/api/casino-stats',
      summary: 'Read totals, the jackpot and paused games',
      access: 'everyone',
      answer: { status: 200, schema: casinoStats },
    },
    {
      method: 'get',
      path: '/api/house-balance',
      summary: 'Read the jackpot',
      access: 'everyone',
      answer: { status: 200, schema: houseBalance },
    },
  ],
}

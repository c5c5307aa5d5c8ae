import {
  leaderboardAnswer,
  participationAnswer,
  participationRequest,
} from '#core/schemas/leaderboard.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

const path = '/api/leaderboard/participation'

export const leaderboardReference: ReferenceSection = {
  name: 'Leaderboard',
  description: 'The best players of the week, among those who have joined.',
  routes: [
    {
      method: 'get',
      path: '/api/leaderboard',
      summary: 'Read the rankings of this week and the winners of the last',
      access: 'everyone',
      answer: { status: 200, schema: leaderboardAnswer },
    },
    {
      method: 'get',
      path,
      summary: "Read the player's participation and week so far",
      access: 'player',
      answer: { status: 200, schema: participationAnswer },
    },
    {
      method: 'put',
      path,
      summary: 'Join or leave the leaderboard',
      description: 'Only bets placed while joined count.',
      access: 'player',
      body: { schema: participationRequest, example: { isShown: true } },
      answer: { status: 200, schema: participationAnswer },
    },
  ],
}

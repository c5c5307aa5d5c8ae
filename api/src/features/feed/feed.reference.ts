import { feedAnswer, feedName } from '#core/schemas/feed.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const feedReference: ReferenceSection = {
  name: 'Live feed',
  description: 'A sample of the bets of all players.',
  routes: [
    {
      method: 'get',
      path: '/api/feed',
      summary: 'List the latest settled bets of all players',
      description: 'Newest first. The socket pushes those that follow.',
      access: 'everyone',
      answer: { status: 200, schema: feedAnswer },
    },
    {
      method: 'get',
      path: '/api/feed/name',
      summary: "Read the visibility of the player's name",
      access: 'player',
      answer: { status: 200, schema: feedName },
    },
    {
      method: 'put',
      path: '/api/feed/name',
      summary: "Hide or show the player's name",
      description: 'Applies to earlier bets too.',
      access: 'player',
      body: { schema: feedName, example: { isHidden: true } },
      answer: { status: 200, schema: feedName },
    },
  ],
}

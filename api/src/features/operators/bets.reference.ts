import {
  operatorRaces,
  operatorRacesQuery,
} from '#core/schemas/operator/races.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import {
  decidedGame,
  gameBetsQuery,
  gameParams,
  operatorSportsBets,
  operatorSportsGames,
  scoreRequest,
  sportsFeedState,
  sportsGamesQuery,
} from '#core/schemas/operator/sports.ts'
import type { RouteReference } from '../../platform/reference/route-reference.ts'
import { ACT, BY_ID, READ, REASON as reason } from './reference-parts.ts'

const game = { schema: gameParams, example: { id: 'season-1-game-7' } }

export const betsReference: RouteReference[] = [
  {
    ...READ,
    path: '/api/operator/races',
    summary: 'List races with their bets, newest first',
    description:
      'Pass the last `number` as `before` to get the next page. A race can not be voided by hand.',
    query: { schema: operatorRacesQuery, example: { status: 'settled' } },
    answer: { status: 200, schema: operatorRaces },
  },
  {
    ...READ,
    path: '/api/operator/sports/feed',
    summary: 'Read how the sports feed stands',
    answer: { status: 200, schema: sportsFeedState },
  },
  {
    ...READ,
    path: '/api/operator/sports/games',
    summary: 'List basketball games with what is bet on them, latest first',
    description: `Those that are held or have open bets, or with \`bets=any\` all. ${BY_ID}`,
    query: { schema: sportsGamesQuery, example: { bets: 'any' } },
    answer: { status: 200, schema: operatorSportsGames },
  },
  {
    ...READ,
    path: '/api/operator/sports/games/{id}/bets',
    summary: 'List the bets on a game, newest first',
    description: BY_ID,
    params: game,
    query: { schema: gameBetsQuery, example: { status: 'pending' } },
    answer: { status: 200, schema: operatorSportsBets },
  },
  {
    ...ACT,
    scope: 'sports',
    path: '/api/operator/sports/games/{id}/void',
    summary: 'Void a game',
    description:
      'All bets on it get their stakes back, settled ones by compensating entries.',
    params: game,
    body: { schema: reasonRequest, example: { reason } },
    answer: { status: 200, schema: decidedGame },
    refusals: ['not_found'],
  },
  {
    ...ACT,
    scope: 'sports',
    path: '/api/operator/sports/games/{id}/correct',
    summary: "Correct a game's final score",
    description:
      'Its bets are settled by it, settled ones by compensating entries.',
    params: game,
    body: { schema: scoreRequest, example: { home: 101, away: 99, reason } },
    answer: { status: 200, schema: decidedGame },
    refusals: ['not_found'],
  },
]

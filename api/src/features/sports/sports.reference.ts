import {
  gamesQuery,
  placedSportsBet,
  placeSportsBetRequest,
  sportsBets,
  sportsGames,
  sportsSeason,
} from '#core/schemas/sports.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const sportsReference: ReferenceSection = {
  name: 'Sports',
  description:
    'Bets on NBA games; `source` tells real games from simulated ones.',
  routes: [
    {
      method: 'get',
      path: '/api/sports/games',
      summary: 'List upcoming and live games',
      access: 'everyone',
      query: { schema: gamesQuery, example: { sport: 'basketball_nba' } },
      answer: { status: 200, schema: sportsGames },
    },
    {
      method: 'get',
      path: '/api/sports/season',
      summary: 'Read the commitments of the simulated season',
      access: 'everyone',
      answer: { status: 200, schema: sportsSeason },
    },
    {
      method: 'get',
      path: '/api/sports/bets',
      summary: "List the player's bets, newest first",
      access: 'player',
      answer: { status: 200, schema: sportsBets },
    },
    {
      method: 'post',
      path: '/api/sports/place-bet',
      summary: 'Bet on an outcome',
      description:
        'At the `odds` that the player saw. If they have changed, the bet is refused with the current `price`.',
      access: 'player',
      body: {
        schema: placeSportsBetRequest,
        example: {
          gameId: '2026-celtics-heat',
          teamName: 'Boston Celtics',
          odds: -150,
          betAmount: 10,
        },
      },
      repeatable: true,
      movesCoins: true,
      answer: { status: 200, schema: placedSportsBet },
      refusals: [
        'balance_limit',
        'betting_closed',
        'house_limit',
        'insufficient_coins',
        'not_found',
        'odds_changed',
        'paused',
        'player_limit',
      ],
    },
  ],
}

import {
  placeRaceBetAnswer,
  placeRaceBetRequest,
  raceBetsAnswer,
  raceStateAnswer,
} from '#core/schemas/race.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const racesReference: ReferenceSection = {
  name: 'Races',
  description:
    'Horse races, shared by all players. The socket announces starts and results.',
  routes: [
    {
      method: 'get',
      path: '/api/races/state',
      summary: 'Show the current race',
      description:
        'The messages that the socket sends on connecting, for clients without one.',
      access: 'everyone',
      answer: { status: 200, schema: raceStateAnswer },
    },
    {
      method: 'get',
      path: '/api/races/current-bets',
      summary: "List the player's bets on the current race",
      description: 'One row per horse; empty when signed out.',
      access: 'everyone',
      answer: { status: 200, schema: raceBetsAnswer },
    },
    {
      method: 'post',
      path: '/api/races/place-bet',
      summary: 'Bet on a horse',
      access: 'player',
      body: {
        schema: placeRaceBetRequest,
        example: { horseId: 1, amount: 10 },
      },
      repeatable: true,
      movesCoins: true,
      answer: { status: 200, schema: placeRaceBetAnswer },
      refusals: [
        'balance_limit',
        'house_limit',
        'insufficient_coins',
        'paused',
        'player_limit',
        'race_running',
      ],
    },
  ],
}

import { transactions } from '#core/api/history.ts'
import { operatorPageQuery } from '#core/schemas/operator/paging.ts'
import {
  operatorPlayer,
  operatorPlayerDetails,
  operatorPlayers,
  playerParams,
  playersQuery,
} from '#core/schemas/operator/players.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import type { RouteReference } from '../../platform/reference/route-reference.ts'
import { ACT, BY_ID, READ, REASON as reason } from './reference-parts.ts'

const player = {
  schema: playerParams,
  example: { id: '01936f4e-5a00-7000-8000-000000000000' },
}

export const playersReference: RouteReference[] = [
  {
    ...READ,
    path: '/api/operator/players',
    summary: 'List players, newest or last bet first',
    description: BY_ID,
    query: {
      schema: playersQuery,
      example: { search: 'gum', state: 'frozen', order: 'last_bet' },
    },
    answer: { status: 200, schema: operatorPlayers },
  },
  {
    ...READ,
    path: '/api/operator/players/{id}',
    summary: 'Read a player, with limits and sessions',
    params: player,
    answer: { status: 200, schema: operatorPlayerDetails },
    refusals: ['not_found'],
  },
  {
    ...READ,
    path: '/api/operator/players/{id}/transactions',
    summary: "List a player's transactions, newest first",
    description:
      'Pass the last `seq` as `before` to get the next page; a file has all of them.',
    params: player,
    query: { schema: operatorPageQuery, example: { before: '1000' } },
    answer: { status: 200, schema: transactions },
    refusals: ['not_found'],
  },
  {
    ...ACT,
    scope: 'players',
    path: '/api/operator/players/{id}/freeze',
    summary: 'Freeze an account',
    description:
      'Signs the player out everywhere and keeps them out; they are told the reason. Open bets are settled as usual.',
    params: player,
    body: { schema: reasonRequest, example: { reason } },
    answer: { status: 200, schema: operatorPlayer },
    refusals: ['not_found'],
  },
  {
    ...ACT,
    scope: 'players',
    path: '/api/operator/players/{id}/unfreeze',
    summary: 'Let a frozen account in again',
    params: player,
    body: { schema: reasonRequest, example: { reason } },
    answer: { status: 200, schema: operatorPlayer },
    refusals: ['not_found'],
  },
]

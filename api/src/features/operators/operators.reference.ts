import { operatorActions } from '#core/schemas/operator/actions.ts'
import {
  bankroll,
  operatorAnchors,
  operatorLedgerAudit,
  topUpRequest,
} from '#core/schemas/operator/house.ts'
import { operatorOverview } from '#core/schemas/operator/overview.ts'
import { operatorPageQuery } from '#core/schemas/operator/paging.ts'
import {
  operatorPauses,
  pauseRequest,
  resumeRequest,
} from '#core/schemas/operator/pauses.ts'
import {
  operatorPlayer,
  operatorPlayerDetails,
  operatorPlayers,
  playerParams,
  playersQuery,
} from '#core/schemas/operator/players.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import {
  decidedGame,
  gameParams,
  scoreRequest,
} from '#core/schemas/operator/sports.ts'
import { OTHER_BETS, transactions } from '#core/schemas/transaction.ts'
import type {
  ReferenceSection,
  RouteReference,
} from '../../platform/reference/route-reference.ts'

const reason = 'A report of 24 November.'
const [gameType] = OTHER_BETS
const player = {
  schema: playerParams,
  example: { id: '01936f4e-5a00-7000-8000-000000000000' },
}
const game = { schema: gameParams, example: { id: 'season-1-game-7' } }
const older = { schema: operatorPageQuery, example: { before: '1000' } }

const read = { method: 'get', access: 'operator', scope: 'read' } as const
const act = { method: 'post', access: 'operator' } as const

const READING: RouteReference[] = [
  {
    ...read,
    path: '/api/operator/overview',
    summary: 'Read bankroll, totals, pauses, jobs and alarms',
    answer: { status: 200, schema: operatorOverview },
  },
  {
    ...read,
    path: '/api/operator/pauses',
    summary: 'List what is paused',
    answer: { status: 200, schema: operatorPauses },
  },
  {
    ...read,
    path: '/api/operator/audit-log',
    summary: 'List what operators did, newest first',
    description:
      'Pages of 50; pass the last `id` as `before` to get the next page.',
    query: older,
    answer: { status: 200, schema: operatorActions },
  },
  {
    ...read,
    path: '/api/operator/anchors',
    summary: 'List anchored roots, newest first',
    description:
      'Pages of 50; pass the last `id` as `before` to get the next page.',
    query: older,
    answer: { status: 200, schema: operatorAnchors },
  },
  {
    ...read,
    path: '/api/operator/ledger-audit',
    summary: 'Audit the ledger now',
    description: 'Reads all of it; six times a minute at most.',
    answer: { status: 200, schema: operatorLedgerAudit },
  },
  {
    ...read,
    path: '/api/operator/players',
    summary: 'Search players, newest first',
    description:
      'Pages of 50; pass the last `id` as `before` to get the next page.',
    query: { schema: playersQuery, example: { search: 'gum' } },
    answer: { status: 200, schema: operatorPlayers },
  },
  {
    ...read,
    path: '/api/operator/players/{id}',
    summary: 'Read a player, with limits and sessions',
    params: player,
    answer: { status: 200, schema: operatorPlayerDetails },
    refusals: ['not_found'],
  },
  {
    ...read,
    path: '/api/operator/players/{id}/transactions',
    summary: "List a player's transactions, newest first",
    description:
      'Pages of 50; pass the last `seq` as `before` to get the next page.',
    params: player,
    query: older,
    answer: { status: 200, schema: transactions },
    refusals: ['not_found'],
  },
]

const ACTING: RouteReference[] = [
  {
    ...act,
    scope: 'pauses',
    path: '/api/operator/pauses',
    summary: 'Pause a game, races or sports bets',
    description:
      'No new bets are taken, in every process within a second; open hands can be finished. Players are told the notice.',
    body: {
      schema: pauseRequest,
      example: { gameType, notice: 'Back at noon.', reason },
    },
    answer: { status: 200, schema: operatorPauses },
  },
  {
    ...act,
    scope: 'pauses',
    path: '/api/operator/pauses/end',
    summary: 'End a pause',
    body: {
      schema: resumeRequest,
      example: { gameType, reason },
    },
    answer: { status: 200, schema: operatorPauses },
    refusals: ['not_found'],
  },
  {
    ...act,
    scope: 'players',
    path: '/api/operator/players/{id}/freeze',
    summary: 'Freeze an account',
    description:
      'Signs the player out everywhere and keeps them out; they are told the reason. Open bets are settled as ever.',
    params: player,
    body: { schema: reasonRequest, example: { reason } },
    answer: { status: 200, schema: operatorPlayer },
    refusals: ['not_found'],
  },
  {
    ...act,
    scope: 'players',
    path: '/api/operator/players/{id}/unfreeze',
    summary: 'Let a frozen account in again',
    params: player,
    body: { schema: reasonRequest, example: { reason } },
    answer: { status: 200, schema: operatorPlayer },
    refusals: ['not_found'],
  },
  {
    ...act,
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
    ...act,
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
  {
    ...act,
    scope: 'house',
    path: '/api/operator/house/top-up',
    summary: 'Grant the house coins',
    body: { schema: topUpRequest, example: { coins: 1000, reason } },
    answer: { status: 200, schema: bankroll },
  },
]

export const operatorsReference: ReferenceSection = {
  name: 'Operators',
  description:
    'For operators: by session, or by a token that the command line makes. Every action is in the audit log.',
  routes: [...READING, ...ACTING],
}

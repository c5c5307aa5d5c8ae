import { restore } from '#core/api/fairness.ts'
import {
  operatorActions,
  operatorActionsQuery,
} from '#core/schemas/operator/actions.ts'
import { operatorGames } from '#core/schemas/operator/games.ts'
import {
  bankroll,
  operatorAnchors,
  operatorLastAudit,
  operatorLedgerAudit,
  topUpRequest,
} from '#core/schemas/operator/house.ts'
import { operatorOverview } from '#core/schemas/operator/overview.ts'
import {
  operatorPauses,
  pauseRequest,
  resumeRequest,
} from '#core/schemas/operator/pauses.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import { operatorSeries, seriesQuery } from '#core/schemas/operator/series.ts'
import { operatorSite, siteRequest } from '#core/api/site.ts'
import { OTHER_BETS } from '#core/api/history.ts'
import type { RouteReference } from '../../platform/reference/route-reference.ts'
import { ACT, OLDER, READ, REASON as reason } from './reference-parts.ts'

const [gameType] = OTHER_BETS

export const houseReference: RouteReference[] = [
  {
    ...READ,
    path: '/api/operator/overview',
    summary: 'Read how the house stands, and what is alarming',
    description:
      'Bankroll, exposure, refills, bets a second, deposits, outbox, anchors, sports feed, race, pauses, jobs, and alarms.',
    answer: { status: 200, schema: operatorOverview },
  },
  {
    ...READ,
    path: '/api/operator/series',
    summary: 'Read the totals of the last hours, minute by minute',
    description: 'Kept for four weeks; up to 168 hours at once.',
    query: { schema: seriesQuery, example: { hours: '24' } },
    answer: { status: 200, schema: operatorSeries },
  },
  {
    ...READ,
    path: '/api/operator/games',
    summary: 'Compare what games paid back with what is to be expected',
    description:
      'Counted every half minute. Races count as rounds of all who bet on them; of sports bets no return is expected, for odds are no draws.',
    answer: { status: 200, schema: operatorGames },
  },
  {
    ...READ,
    path: '/api/operator/pauses',
    summary: 'List what is paused',
    answer: { status: 200, schema: operatorPauses },
  },
  {
    ...READ,
    path: '/api/operator/ledger-audit',
    summary: 'Read what the last audit of the ledger found',
    answer: { status: 200, schema: operatorLastAudit },
  },
  {
    ...READ,
    path: '/api/operator/site',
    summary: 'Read the settings of the site',
    answer: { status: 200, schema: operatorSite },
  },
  {
    ...READ,
    ...OLDER,
    path: '/api/operator/audit-log',
    summary: 'List what operators did, newest first',
    query: {
      schema: operatorActionsQuery,
      example: { search: 'freeze', before: '1000' },
    },
    answer: { status: 200, schema: operatorActions },
  },
  {
    ...READ,
    ...OLDER,
    path: '/api/operator/anchors',
    summary: 'List anchored roots, newest first',
    answer: { status: 200, schema: operatorAnchors },
  },
  {
    ...ACT,
    scope: 'house',
    path: '/api/operator/ledger-audit',
    summary: 'Audit the ledger now',
    description:
      'Reads all of it; six times a minute at most. What it finds is an alarm until an audit finds nothing.',
    answer: { status: 200, schema: operatorLedgerAudit },
  },
  {
    ...ACT,
    scope: 'pauses',
    path: '/api/operator/pauses',
    summary: 'Pause a game, races, sports bets or deposits',
    description:
      'No new bets are taken, in every process within a second; open hands can be finished. Deposits are still seen and confirmed, and their credits wait. Players are told the notice.',
    body: {
      schema: pauseRequest,
      example: { gameType, notice: 'Back at noon.', reason },
    },
    answer: { status: 200, schema: operatorPauses },
  },
  {
    ...ACT,
    scope: 'pauses',
    path: '/api/operator/pauses/end',
    summary: 'End a pause',
    body: { schema: resumeRequest, example: { gameType, reason } },
    answer: { status: 200, schema: operatorPauses },
    refusals: ['not_found'],
  },
  {
    ...ACT,
    scope: 'house',
    path: '/api/operator/house/top-up',
    summary: 'Grant the house coins',
    body: { schema: topUpRequest, example: { coins: 1000, reason } },
    answer: { status: 200, schema: bankroll },
  },
  {
    ...ACT,
    scope: 'house',
    path: '/api/operator/restores',
    summary: 'Take bets again over a restored backup',
    description:
      'Gives every player a new stream key, epoch and client seed, ends open rounds, and tells players the reason.',
    body: { schema: reasonRequest, example: { reason } },
    answer: { status: 200, schema: restore },
  },
  {
    ...ACT,
    scope: 'house',
    path: '/api/operator/site',
    summary: 'Change settings of the site',
    description:
      'Each that is given replaces that of the environment; an empty one shows as "Coming soon".',
    body: {
      schema: siteRequest,
      example: { messenger: 'Telegram https://t.me/bendy', reason },
    },
    answer: { status: 200, schema: operatorSite },
  },
]

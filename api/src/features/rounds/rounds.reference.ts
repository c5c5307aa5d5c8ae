import * as z from 'zod/mini'
import type { ErrorCode } from '#core/errors.ts'
import type { Game, GameRequest } from '#core/games/game.ts'
import { referenceOf } from '#core/games/references.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { openRoundsAnswer } from '#core/schemas/open-rounds.ts'
import type {
  ReferenceSection,
  RouteReference,
} from '../../platform/reference/route-reference.ts'

const REFUSALS: readonly ErrorCode[] = [
  'balance_limit',
  'house_limit',
  'insufficient_coins',
  'paused',
  'player_limit',
]

const OPEN_ROUNDS: RouteReference = {
  method: 'get',
  path: '/api/rounds/open',
  summary: 'List the open rounds of all games, oldest first',
  access: 'player',
  answer: { status: 200, schema: openRoundsAnswer },
}

const noRound = z.looseObject({
  legalActions: z.array(z.string()).check(z.length(0)),
  balance: coinAmount,
})

/** Answer of a game that has no reference of its own. */
const undescribed = z.looseObject({})

export function roundsReference(games: readonly Game[]): ReferenceSection {
  return {
    name: 'Games',
    description:
      'Each request starts a round or continues the open one. Requests that continue a round take the `step` that the client last saw; an outdated step is refused.',
    routes: [
      ...games.flatMap((game) => [
        ...game.requests.map((request) => requestOf(game, request)),
        ...(game.choices ? [openRoundOf(game)] : []),
      ]),
      OPEN_ROUNDS,
    ],
  }
}

function requestOf(
  game: Game,
  { path, body: schema }: GameRequest,
): RouteReference {
  const reference = referenceOf(game)
  const { summary = path, example = {} } = reference?.requests[path] ?? {}
  return {
    method: 'post',
    path: `/api/games/${path}`,
    summary: `${game.gameType}: ${summary}`,
    access: 'player',
    body: { schema, example },
    repeatable: true,
    movesCoins: true,
    answer: { status: 200, schema: reference?.answer ?? undescribed },
    refusals: game.choices
      ? [...REFUSALS, 'illegal_action', 'round_open']
      : REFUSALS,
  }
}

function openRoundOf(game: Game): RouteReference {
  const answer = referenceOf(game)?.answer ?? undescribed
  return {
    method: 'get',
    path: `/api/games/${game.path}`,
    summary: `${game.gameType}: the open round`,
    description: 'Without an open round, `legalActions` is empty.',
    access: 'player',
    answer: { status: 200, schema: z.union([answer, noRound]) },
  }
}

import * as z from 'zod/mini'
import type { Action, Bet, Game, GameRequest } from '../games/game.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { count, hex64 } from '../schemas/fields.ts'
import { endpoint } from './endpoint.ts'

/** Fields of every answer about a round. */
const startedRound = {
  /** The round's id: the code of its record. */
  transactionId: z.uuid(),
  /** Version of the rules, fixed at the start of the round. */
  rulesVersion: count,
  /** Stake at the start of the round. */
  betAmount: coinAmount,
  balance: coinAmount,
  nonce: count,
  serverSeedHash: hex64,
  /** Sent from the start, so that it can't change before the end. */
  clientSeed: z.string(),
  nextServerSeedHash: hex64,
  /** True if the house knew both seeds before the bet. */
  weaker: z.boolean(),
}

/** Answer that ends a round, without the game's outcome. */
export const roundAnswer = z.strictObject({
  ...startedRound,
  payout: coinAmount,
  serverSeed: hex64,
})
export type RoundAnswer = z.infer<typeof roundAnswer>

/** Answer of a game with steps, without the game's view. */
export const stepsAnswer = z.strictObject({
  ...startedRound,
  /** The number of actions so far. */
  step: count,
  /** All actions in order, including automatic ones. */
  actions: z.array(z.looseObject({ action: z.string() })),
  /** Empty once the round is over. */
  legalActions: z.array(z.string()),
  /** The last two only once the round is over. */
  payout: z.optional(coinAmount),
  serverSeed: z.optional(hex64),
})
export type StepsAnswer = z.infer<typeof stepsAnswer>

/** An answer about a round; one that ends it has its server seed. */
export type GameAnswer = (RoundAnswer | StepsAnswer) &
  Readonly<Record<string, unknown>>

/** The player's open rounds, oldest first. */
export const openRoundsAnswer = z.array(
  z.strictObject({
    gameType: z.string(),
    /** The round's id: the code of its record. */
    transactionId: z.uuid(),
    /** Stake at the start of the round. */
    betAmount: coinAmount,
  }),
)
export type OpenRoundsAnswer = z.infer<typeof openRoundsAnswer>

const section = {
  name: 'Games',
  description:
    'Each request starts a round or continues the open one. Requests that continue a round take the `step` that the client last saw; an outdated step is refused.',
}

const PLAY_REFUSALS = [
  'balance_limit',
  'house_limit',
  'insufficient_coins',
  'paused',
  'player_limit',
] as const

/** Answer without an open round. */
const noRound = z.looseObject({
  legalActions: z.array(z.string()).check(z.length(0)),
  balance: coinAmount,
})

type Shape = Readonly<Record<string, z.ZodMiniType>>

/** Answer to each request of a game whose rounds end at once. */
// @__NO_SIDE_EFFECTS__
export function toRoundAnswer<S extends Shape>(game: { viewFields: S }) {
  return z.extend(roundAnswer, game.viewFields)
}

/** Answer to each request of a game with choices. */
// @__NO_SIDE_EFFECTS__
export function toStepsAnswer<S extends Shape>(game: { viewFields: S }) {
  return z.extend(stepsAnswer, game.viewFields)
}

/** Answer to each request of a game. */
export function toAnswer(
  game: Pick<Game, 'choices' | 'viewFields'>,
): z.ZodMiniType {
  return game.choices ? toStepsAnswer(game) : toRoundAnswer(game)
}

/** Declares a request that starts or continues a round of a game. */
// @__NO_SIDE_EFFECTS__
export function playEndpoint<
  B extends Bet,
  A extends Action,
  Answer extends z.ZodMiniType,
>(
  game: Pick<Game, 'choices' | 'gameType'>,
  { body, example, path, summary }: GameRequest<B, A>,
  answer: Answer,
) {
  return endpoint({
    section,
    method: 'post',
    path: `/api/games/${path}`,
    summary: `${game.gameType}: ${summary}`,
    access: 'player',
    body,
    isIdempotent: true,
    hasReceipt: true,
    answer,
    refusals: game.choices
      ? [...PLAY_REFUSALS, 'illegal_action', 'round_open']
      : PLAY_REFUSALS,
    example: { body: example },
  })
}

/** Declares the request that reads the open round of a game with choices. */
export function openRoundEndpoint(
  { gameType, path }: Pick<Game, 'gameType' | 'path'>,
  answer: z.ZodMiniType,
) {
  return endpoint({
    section,
    method: 'get',
    path: `/api/games/${path}`,
    summary: `${gameType}: the open round`,
    description: 'Without an open round, `legalActions` is empty.',
    access: 'player',
    answer: z.union([answer, noRound]),
  })
}

export const listOpenRounds = endpoint({
  section,
  method: 'get',
  path: '/api/rounds/open',
  summary: 'List the open rounds of all games, oldest first',
  access: 'player',
  answer: openRoundsAnswer,
})

import { assert } from '../assert.ts'
import type { Action, Bet, Game, Outcome, Position } from '../games/game.ts'
import { MAX_COINS } from '../money/coins.ts'
import { canonicalJson } from './canonical-json.ts'
import {
  type Draw,
  type Draws,
  drawsOf,
  observed,
  type Seeds,
} from './draws.ts'
import type { Hashes } from './hashes.ts'

/** A finished round: all that went in, all that was drawn, what came out. */
export type Round = Seeds & {
  gameType: string
  rulesVersion: number
  bet: Bet
  /** What was done after the start; left out where that was nothing. */
  actions?: readonly Action[]
  /** Draws 0 to the last one the game asked for. */
  draws: Draw[]
  outcome: Outcome
}

/** What is done in a round: the seeds decide the rest. */
export type Moves = { game: Game; bet: Bet; actions?: readonly Action[] }

/** Plays a round to its end. The same call later is the replay. */
export function playRound(hashes: Hashes, moves: Moves, seeds: Seeds): Round {
  const round = replay(hashes, moves, seeds)?.round
  assert(round !== undefined, 'a round is played by its rules to its end')
  return round
}

/** Where a round stands after some moves, and what it is if it is over. */
export type Replay = { position: Position; round: Round | undefined }

/**
 * The round that some moves make, whoever claims them.
 *
 * @returns undefined where the rules do not allow a move.
 */
export function replay(
  hashes: Hashes,
  moves: Moves,
  seeds: Seeds,
): Replay | undefined {
  const { draws, seen } = observed(drawsOf(hashes, seeds))
  const position = positionAfter(moves, draws)
  if (!position) return undefined
  const { outcome } = position
  const round = outcome && roundOf(moves, seeds, { draws: seen(), outcome })
  return { position, round }
}

/**
 * Where a round stands after some moves.
 *
 * @returns undefined where the rules do not allow one of them.
 */
export function positionAfter(
  { game, bet, actions = [] }: Moves,
  draws: Draws,
): Position | undefined {
  let position = game.start(bet, draws)
  for (const action of actions) {
    if (!game.steps?.allows(position, action)) return undefined
    const exposure = game.choices?.exposure(position, action)
    // Never taken, as no balance could hold what it may bring.
    if (exposure && exposure.payout > MAX_COINS) return undefined
    position = game.steps.act(position, action, draws)
  }
  return position
}

function roundOf(
  { game, bet, actions = [] }: Moves,
  { serverSeed, clientSeed, nonce }: Seeds,
  { draws, outcome }: Pick<Round, 'draws' | 'outcome'>,
): Round {
  const { gameType, rulesVersion } = game
  return {
    gameType,
    rulesVersion,
    bet,
    ...(actions.length > 0 && { actions }),
    serverSeed,
    clientSeed,
    nonce,
    draws,
    outcome,
  }
}

/** SHA-256, in hex, of the round's canonical JSON. */
export function roundHash(hashes: Hashes, round: Round): string {
  return hashes.sha256(canonicalJson(round))
}

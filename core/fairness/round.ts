import { assert } from '../assert.ts'
import type { Action, Bet, Game, Outcome, Position } from '../games/game.ts'
import { MAX_COINS } from '../money/coins.ts'
import { canonicalJson } from './canonical-json.ts'
import {
  createDraws,
  type Draw,
  type Draws,
  recordDraws,
  type Seeds,
} from './draws.ts'
import type { Hashes } from './hashes.ts'

/** Finished round: inputs, draws and outcome. */
export type Round = Seeds & {
  gameType: string
  rulesVersion: number
  bet: Bet
  /** Actions after the start; absent if there are none. */
  actions?: readonly Action[]
  /** Draws from 0 to the last one used. */
  draws: Draw[]
  outcome: Outcome
}

/** Bet and actions of a round; the seeds decide the rest. */
export type Moves = { game: Game; bet: Bet; actions?: readonly Action[] }

/** Plays a round to its end. Deterministic, so it also replays it. */
export function playRound(hashes: Hashes, moves: Moves, seeds: Seeds): Round {
  const round = replay(hashes, moves, seeds)?.round
  assert(round !== undefined, 'the moves end the round')
  return round
}

/** Position after some moves, and the round if it is over. */
export type Replay = { position: Position; round: Round | undefined }

/** Replays moves from any source; undefined if the rules forbid one. */
export function replay(
  hashes: Hashes,
  moves: Moves,
  seeds: Seeds,
): Replay | undefined {
  const { draws, list } = recordDraws(createDraws(hashes, seeds))
  const position = replayMoves(moves, draws)
  if (!position) return undefined
  const { outcome } = position
  const round = outcome && playMoves(moves, seeds, { draws: list(), outcome })
  return { position, round }
}

/** Returns the position after some moves; undefined if the rules forbid one. */
export function replayMoves(
  { game, bet, actions = [] }: Moves,
  draws: Draws,
): Position | undefined {
  let position = game.start(bet, draws)
  for (const action of actions) {
    if (!game.steps?.allows(position, action)) return undefined
    const exposure = game.choices?.exposure(position, action)
    // Never accepted: its payout could exceed the largest balance.
    if (exposure && exposure.payout > MAX_COINS) return undefined
    position = game.steps.act(position, action, draws)
  }
  return position
}

function playMoves(
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

/** Returns the SHA-256 of the round's canonical JSON, in hex. */
export function roundHash(hashes: Hashes, round: Round): string {
  return hashes.sha256(canonicalJson(round))
}

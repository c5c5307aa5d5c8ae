import type { Bet, Game, Outcome } from '../games/game.ts'
import { canonicalJson } from './canonical-json.ts'
import { type Draw, drawsOf, observed, type Seeds } from './draws.ts'
import type { Hashes } from './hashes.ts'

/** A finished round: all that went in, all that was drawn, what came out. */
export type Round = Seeds & {
  gameType: string
  rulesVersion: number
  bet: Bet
  /** Draws 0 to the last one the game asked for. */
  draws: Draw[]
  outcome: Outcome
}

/** Plays a bet by a game's rules. The same call later is the replay. */
export function playRound(
  hashes: Hashes,
  { game, bet }: { game: Game; bet: Bet },
  seeds: Seeds,
): Round {
  const { draws, seen } = observed(drawsOf(hashes, seeds))
  const outcome = game.play(bet, draws)
  const { gameType, rulesVersion } = game
  const { serverSeed, clientSeed, nonce } = seeds
  return {
    gameType,
    rulesVersion,
    bet,
    serverSeed,
    clientSeed,
    nonce,
    draws: seen(),
    outcome,
  }
}

/** SHA-256, in hex, of the round's canonical JSON. */
export function roundHash(hashes: Hashes, round: Round): string {
  return hashes.sha256(canonicalJson(round))
}

import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { type Replay, replay } from '#core/fairness/round.ts'
import { deriveServerSeed, hashServerSeed } from '#core/fairness/server-seed.ts'
import type {
  Action,
  Bet,
  Game,
  JsonObject,
  Position,
} from '#core/games/game.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import type { OpenRoundRow } from './rounds.store.ts'

export type RoundSeed = { serverSeed: string; commitment: string }

/** Inputs of a started round, from which its next step is decided. */
export type OpenRound = {
  id: string
  game: Game
  bet: Bet
  actions: readonly Action[]
  nonce: number
  clientSeed: { id: number; seed: string }
  seed: RoundSeed
  /** True if both seeds were known to the server before the bet. */
  weaker: boolean
  /** Reserved payout, in coins. */
  reserved: number
}

export function roundSeed(
  hashes: Hashes,
  { streamKey }: { streamKey: Uint8Array },
  nonce: number,
): RoundSeed {
  const serverSeed = deriveServerSeed(hashes, streamKey, nonce)
  return { serverSeed, commitment: hashServerSeed(hashes, serverSeed) }
}

/** @param seed derived from the stream key of the round's player. */
export function getOpenRound(
  games: GameRegistry,
  row: Omit<
    OpenRoundRow,
    'userId' | 'seq' | 'staked' | 'startedAt' | 'actedAt'
  >,
  seed: RoundSeed,
): OpenRound {
  const game = games.findGame(row)
  assert(game !== undefined, 'every rules version stays playable')
  const { id, bet, actions, nonce, weaker, held: reserved, clientSeedId } = row
  const clientSeed = { id: clientSeedId, seed: row.clientSeed }
  return { id, game, bet, actions, nonce, clientSeed, seed, weaker, reserved }
}

/** Replays a round to its position, and to its outcome if it is finished. */
export function getReplay(hashes: Hashes, round: OpenRound): Replay {
  const { seed, clientSeed, nonce } = round
  const { serverSeed } = seed
  const seeds = { serverSeed, clientSeed: clientSeed.seed, nonce }
  const replayed = replay(hashes, round, seeds)
  assert(replayed !== undefined, 'a stored round follows its rules')
  return replayed
}

/** Shows a round without the balance; reveals seeds of finished rounds only. */
export function shownRound(
  round: OpenRound,
  position: Position,
  nextCommitment: string,
): JsonObject {
  const { game, actions, bet, seed, clientSeed } = round
  const { outcome } = position
  return {
    ...game.view(position),
    transactionId: round.id,
    rulesVersion: game.rulesVersion,
    betAmount: bet.betAmount,
    nonce: round.nonce,
    serverSeedHash: seed.commitment,
    clientSeed: clientSeed.seed,
    nextServerSeedHash: nextCommitment,
    weaker: round.weaker,
    ...(actions.length > 0 && { actions }),
    ...(game.choices && {
      step: actions.length,
      actions,
      legalActions: game.choices.legalActions(position),
    }),
    ...(outcome && {
      payout: outcome.payout,
      serverSeed: seed.serverSeed,
    }),
  }
}

import { assert } from '#core/assert.ts'
import type { Seeds } from '#core/fairness/draws.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { type Replay, replay } from '#core/fairness/round.ts'
import type {
  Action,
  Bet,
  Game,
  JsonObject,
  Position,
} from '#core/games/game.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import type { OpenRoundRow } from './open-rounds.store.ts'
import type { RoundSeed } from './round-seed.ts'

/** A round that has begun: all that its next step is decided from. */
export type OpenRound = {
  id: string
  game: Game
  bet: Bet
  actions: readonly Action[]
  nonce: number
  clientSeed: { id: number; seed: string }
  seed: RoundSeed
  /** The house knew both seeds before the bet. */
  weaker: boolean
  /** The most that it can still pay back, which the house keeps for it, in coins. */
  held: number
}

type KeptRound = Omit<
  OpenRoundRow,
  'userId' | 'seq' | 'staked' | 'startedAt' | 'actedAt'
>

/** @param seed the round's own, from its player's stream key. */
export function openRoundOf(
  games: GameRegistry,
  row: KeptRound,
  seed: RoundSeed,
): OpenRound {
  const game = games.gameOf(row)
  assert(game !== undefined, 'every rules version stays playable to its end')
  const { id, bet, actions, nonce, weaker, held, clientSeedId } = row
  const clientSeed = { id: clientSeedId, seed: row.clientSeed }
  return { id, game, bet, actions, nonce, clientSeed, seed, weaker, held }
}

function seedsOf({ seed, clientSeed, nonce }: OpenRound): Seeds {
  return { serverSeed: seed.serverSeed, clientSeed: clientSeed.seed, nonce }
}

/** Where a round stands, and what it has become if it is over. */
export function replayOf(hashes: Hashes, round: OpenRound): Replay {
  const replayed = replay(hashes, round, seedsOf(round))
  assert(replayed !== undefined, 'a stored round was played by its rules')
  return replayed
}

/**
 * What an answer tells of a round, its server seed included once it is over; all but the
 * balance.
 *
 * @param nextCommitment of the seed that the player's next round will have.
 */
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

import type { Action, Bet, Game, Outcome } from '../../games/game.ts'
import type { Draw } from '../draws.ts'
import { EPOCH_SIZE, epochTree, firstNonceOf } from '../epoch.ts'
import { fromHex, type Hashes } from '../hashes.ts'
import { playRound, roundHash } from '../round.ts'
import { commitmentOf, serverSeedOf } from '../server-seed.ts'

/** What a golden round follows from. */
export type GoldenInput = {
  /** 64 hex characters; secret for a real player, public here. */
  streamKey: string
  nonce: number
  clientSeed: string
  bet: Bet
  /** What was done after the start; left out where that was nothing. */
  actions?: readonly Action[]
}

/** A round with every value on the way, for implementations to agree on. */
export type GoldenRound = GoldenInput & {
  serverSeed: string
  commitment: string
  draws: Draw[]
  outcome: Outcome
  roundHash: string
}

export type GoldenEpoch = {
  streamKey: string
  player: string
  epoch: number
  root: string
  paths: { nonce: number; path: string[] }[]
}

/** Plays one round from its stream key on. */
export function goldenRound(
  hashes: Hashes,
  game: Game,
  input: GoldenInput,
): GoldenRound {
  const { streamKey, nonce, clientSeed, bet, actions = [] } = input
  const serverSeed = serverSeedOf(hashes, fromHex(streamKey), nonce)
  const seeds = { serverSeed, clientSeed, nonce }
  const round = playRound(hashes, { game, bet, actions }, seeds)
  return {
    streamKey,
    nonce,
    clientSeed,
    bet,
    ...(actions.length > 0 && { actions }),
    serverSeed,
    commitment: commitmentOf(hashes, serverSeed),
    draws: round.draws,
    outcome: round.outcome,
    roundHash: roundHash(hashes, round),
  }
}

/** Builds one epoch's tree, and the paths of the named nonces. */
export function goldenEpoch(
  hashes: Hashes,
  id: Pick<GoldenEpoch, 'streamKey' | 'player' | 'epoch'>,
  nonces: readonly number[],
): GoldenEpoch {
  const { streamKey, player, epoch } = id
  const first = firstNonceOf(epoch)
  const key = fromHex(streamKey)
  const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
    commitmentOf(hashes, serverSeedOf(hashes, key, first + index)),
  )
  const tree = epochTree(hashes, { player, epoch }, commitments)
  return {
    streamKey,
    player,
    epoch,
    root: tree.root,
    paths: nonces.map((nonce) => ({
      nonce,
      path: tree.path(nonce % EPOCH_SIZE),
    })),
  }
}

import * as z from 'zod/mini'
import { gameOf } from '../games/registry.ts'
import { MAX_COINS } from '../money/coins.ts'
import { epochRootFromPath } from './epoch.ts'
import type { Hashes } from './hashes.ts'
import { type Round, replayedRound, roundHash } from './round.ts'
import { commitmentOf } from './server-seed.ts'

/** What a finished round's public record claims. */
export type Claim = {
  gameType: string
  rulesVersion: number
  /** As recorded; checked against the game's own rules before the replay. */
  bet: unknown
  /** What was done after the start, as recorded; nothing when left out. */
  actions?: unknown
  serverSeed: string
  clientSeed: string
  nonce: number
  /** Who played, as it stands in the Merkle leaf. */
  player: string
  /** SHA-256 of the server seed, published before the round. */
  serverSeedHash: string
  epochRoot: string
  epochPath: readonly string[]
  /** Hash of the round as it was settled. */
  expectedHash: string
}

/** What became of a claim when anyone replayed it. */
export type Verdict = {
  /** Hash of the replayed round; undefined when its rules, bet or actions are none of ours. */
  verifiedHash: string | undefined
  round: Round | undefined
  checks: {
    /** The revealed seed is the one committed to. */
    commitment: boolean
    /** The commitment is part of the epoch published beforehand. */
    epoch: boolean
    /** The seeds lead to the very round that was settled. */
    replay: boolean
  }
}

/** Replays a claimed round from its seeds and checks every hash in it. */
export function verifiedRound(hashes: Hashes, claim: Claim): Verdict {
  const { player, nonce, serverSeedHash: commitment } = claim
  const leaf = { player, nonce, commitment }
  const root = epochRootFromPath(hashes, leaf, claim.epochPath)
  const round = replayed(hashes, claim)
  const verifiedHash = round && roundHash(hashes, round)
  return {
    verifiedHash,
    round,
    checks: {
      commitment: commitmentOf(hashes, claim.serverSeed) === commitment,
      epoch: root === claim.epochRoot,
      replay: verifiedHash === claim.expectedHash,
    },
  }
}

/** True when every check of a verdict holds. */
export function isProven({ checks }: Verdict): boolean {
  return checks.commitment && checks.epoch && checks.replay
}

function replayed(hashes: Hashes, claim: Claim): Round | undefined {
  const game = gameOf(claim)
  const bet = game?.bet.safeParse(claim.bet)
  if (!game || !bet?.success) return undefined
  // Never accepted, as no balance could hold its win.
  if (game.exposure(bet.data).payout > MAX_COINS) return undefined
  const actions = z
    .array(game.steps?.action ?? z.never())
    .safeParse(claim.actions ?? [])
  if (!actions.success) return undefined
  const moves = { game, bet: bet.data, actions: actions.data }
  return replayedRound(hashes, moves, claim)
}

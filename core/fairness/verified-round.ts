import * as z from 'zod/mini'
import { registry } from '../games/registry.ts'
import { type Coins, MAX_COINS } from '../money/coins.ts'
import { epochRootFromPath } from './epoch.ts'
import type { Hashes } from './hashes.ts'
import { type Round, replay, roundHash } from './round.ts'
import { commitmentOf } from './server-seed.ts'

/** Claims in the public record of a finished round. */
export type Claim = {
  gameType: string
  rulesVersion: number
  /** As recorded; validated by the game's rules before the replay. */
  bet: unknown
  /** Actions after the start, as recorded; absent if there are none. */
  actions?: unknown
  serverSeed: string
  clientSeed: string
  nonce: number
  /** Player id in the Merkle leaf. */
  player: string
  /** SHA-256 of the server seed, published before the round. */
  serverSeedHash: string
  epochRoot: string
  epochPath: readonly string[]
  /** Hash of the round at its settlement. */
  expectedHash: string
}

/**
 * Reasons why a claim can't be replayed: unknown rules, a bet or an action that
 * they forbid, or actions that don't end the round.
 */
export const REPLAY_FAILURES = ['rules', 'bet', 'action', 'unfinished'] as const
export type ReplayFailure = (typeof REPLAY_FAILURES)[number]

/** Result of verifying a claim. */
export type Verdict = {
  /** Hash of the replayed round; undefined without one. */
  verifiedHash: string | undefined
  round: Round | undefined
  /** Undefined if the round was replayed. */
  replayFailure: ReplayFailure | undefined
  checks: {
    /** True if the revealed seed matches its commitment. */
    commitment: boolean
    /** True if the epoch's root, published beforehand, covers the commitment. */
    epoch: boolean
    /** True if the seeds lead to the settled round. */
    replay: boolean
  }
}

/** Replays a claimed round from its seeds and checks every hash in it. */
export function verifiedRound(
  hashes: Hashes,
  claim: Claim,
  games = registry,
): Verdict {
  const { player, nonce, serverSeedHash: commitment } = claim
  const leaf = { player, nonce, commitment }
  const root = epochRootFromPath(hashes, leaf, claim.epochPath)
  const { round, replayFailure } = replayedClaim(hashes, claim, games)
  const verifiedHash = round && roundHash(hashes, round)
  return {
    verifiedHash,
    round,
    replayFailure,
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

/** Inputs of the claimed round. */
type PlayedClaim = Pick<
  Claim,
  | 'gameType'
  | 'rulesVersion'
  | 'bet'
  | 'actions'
  | 'serverSeed'
  | 'clientSeed'
  | 'nonce'
>

/** The round and its total stake in coins, or the reason why there is none. */
type ReplayedClaim =
  | { round: Round; staked: Coins; replayFailure: undefined }
  | { round: undefined; staked: undefined; replayFailure: ReplayFailure }

/** Replays a claim by the rules version that it names. */
export function replayedClaim(
  hashes: Hashes,
  claim: PlayedClaim,
  { gameOf } = registry,
): ReplayedClaim {
  const game = gameOf(claim)
  if (!game) return failed('rules')
  const bet = game.bet.safeParse(claim.bet)
  // Never accepted: its payout could exceed the largest balance.
  if (!bet.success || game.exposure(bet.data).payout > MAX_COINS) {
    return failed('bet')
  }
  const actions = z
    .array(game.steps?.action ?? z.never())
    .safeParse(claim.actions ?? [])
  if (!actions.success) return failed('action')
  const moves = { game, bet: bet.data, actions: actions.data }
  const result = replay(hashes, moves, claim)
  if (!result) return failed('action')
  const { position, round } = result
  if (!round) return failed('unfinished')
  return { round, staked: position.staked, replayFailure: undefined }
}

function failed(replayFailure: ReplayFailure): ReplayedClaim {
  return { round: undefined, staked: undefined, replayFailure }
}

import * as z from 'zod/mini'
import { registry } from '../games/registry.ts'
import { type Coins, MAX_COINS } from '../money/coins.ts'
import { epochRootFromPath } from './epoch.ts'
import type { Hashes } from './hashes.ts'
import { type Round, replay, roundHash } from './round.ts'
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

/**
 * What a claim can not be replayed for: rules that nobody played by, a bet or
 * an action that they do not allow, or actions that do not end the round.
 */
export const REPLAY_FAILURES = ['rules', 'bet', 'action', 'unfinished'] as const
export type ReplayFailure = (typeof REPLAY_FAILURES)[number]

/** What became of a claim when anyone replayed it. */
export type Verdict = {
  /** Hash of the replayed round; undefined where there is none. */
  verifiedHash: string | undefined
  round: Round | undefined
  /** Undefined where there is a replayed round. */
  replayFailure: ReplayFailure | undefined
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

/** The part of a claim that decides its round. */
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

/** The round with what was put into it, in coins; or why there is none. */
type ReplayedClaim =
  | { round: Round; staked: Coins; replayFailure: undefined }
  | { round: undefined; staked: undefined; replayFailure: ReplayFailure }

/** Replays whatever is claimed, by the rules that it names. */
export function replayedClaim(
  hashes: Hashes,
  claim: PlayedClaim,
  { gameOf } = registry,
): ReplayedClaim {
  const game = gameOf(claim)
  if (!game) return failed('rules')
  const bet = game.bet.safeParse(claim.bet)
  // A larger win than a balance can hold is never accepted.
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

import * as z from 'zod/mini'
import { isSameJson } from '../fairness/canonical-json.ts'
import { epochRootFromPath, getEpoch } from '../fairness/epoch.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type Round, replay, roundHash } from '../fairness/round.ts'
import { hashServerSeed } from '../fairness/server-seed.ts'
import { type GameRegistry, registry } from '../games/registry.ts'
import { trustAssumption } from '../games/trust-assumption.ts'
import { type Coins, MAX_COINS } from '../money/coins.ts'
import { chainClaims, isOffAnchor, type Sources } from './anchor-claims.ts'
import {
  type Claim,
  checkedClaim,
  toVerification,
  trustedClaim,
  type Verification,
} from './claim.ts'
import type { RecordAnchor } from './record-anchor.ts'
import type { VerificationRecord } from './round-record.ts'

/** Pins of a browser for a round's epoch and nonce. */
export type RoundPins = {
  root: string
  /** First nonce that was not played when the root was pinned. */
  fromNonce: number
  betAtNonce: string | null
  nonceOfBet: number | undefined
  /** Blocks of anchors, and the first rounds that were younger. */
  blocks: readonly {
    block: number
    blockHash: string
    genesisHash: string
    fromNonce: number
  }[]
}

export type RoundSources = Sources & {
  /** Undefined if the browser pinned nothing. */
  pins?: RoundPins | undefined
  games?: GameRegistry
}

export type VerifiedRound = Verification & { replayed: Round | undefined }

/** Replays a round from its seeds and checks every value of its record. */
export function verifyRound(
  record: VerificationRecord,
  sources: RoundSources,
): VerifiedRound {
  const { hashes, pins, games = registry } = sources
  const { gameData, nonce, serverSeed } = record
  const { player, serverSeedHash: commitment, epochPath } = gameData
  const { round, staked, replayFailure } = replayedClaim(
    hashes,
    { ...gameData, ...record },
    games,
  )
  const verifiedHash = round && roundHash(hashes, round)
  const leaf = { player, nonce, commitment }
  const root = epochRootFromPath(hashes, leaf, epochPath)
  const isCommitted = hashServerSeed(hashes, serverSeed) === commitment
  const isOfEpoch =
    root === gameData.epochRoot && gameData.epoch === getEpoch(nonce)
  const isReplayed = verifiedHash === gameData.expectedHash
  const isShown = round !== undefined && shows(record, round, games)
  const assumption = trustAssumption(round?.actions)
  const isAnchorSeen =
    gameData.anchor && isSeenBefore(gameData.anchor, nonce, pins)
  const claims: Claim[] = [
    checkedClaim('commitment', isCommitted),
    checkedClaim('epoch', isOfEpoch),
    checkedClaim('replay', isReplayed),
    checkedClaim('shown', isShown),
    pinsClaim(record, pins),
    ...(gameData.weaker ? [trustedClaim('known_client_seed')] : []),
    ...(assumption ? [trustedClaim('trust', assumption)] : []),
    ...chainClaims(record, sources, isAnchorSeen),
  ]
  return toVerification({
    claims,
    checks: [
      ['commitment', isCommitted],
      ['epoch', isOfEpoch],
      [replayFailure ?? 'rules', round !== undefined],
      ['draws', isSameJson(gameData.draws, round?.draws ?? null)],
      ['outcome', isSameJson(gameData.outcome, round?.outcome ?? null)],
      ['hash', isReplayed],
      ['shown', isShown],
      ['anchor', !isOffAnchor(claims)],
    ],
    replayed: round,
    verifiedHash,
    gain: round && { staked, paid: round.outcome.payout },
  })
}

/** Inputs of a claimed round. */
type PlayedClaim = {
  gameType: string
  rulesVersion: number
  /** As recorded; validated by the game's rules before the replay. */
  bet: unknown
  /** Actions after the start, as recorded; absent if there are none. */
  actions?: unknown
  serverSeed: string
  clientSeed: string
  nonce: number
}

/**
 * Reasons why a claim can't be replayed: unknown rules, a bet or an action that
 * they forbid, or actions that don't end the round.
 */
type ReplayFailure = 'rules' | 'bet' | 'action' | 'unfinished'

/** The round and its total stake in coins, or the reason why there is none. */
type ReplayedClaim =
  | { round: Round; staked: Coins; replayFailure: undefined }
  | { round: undefined; staked: undefined; replayFailure: ReplayFailure }

/** Replays a claim by the rules version that it names. */
export function replayedClaim(
  hashes: Hashes,
  claim: PlayedClaim,
  { findGame } = registry,
): ReplayedClaim {
  const game = findGame(claim)
  if (!game) return failedClaim('rules')
  const bet = game.bet.safeParse(claim.bet)
  // Never accepted: its payout could exceed the largest balance.
  if (!bet.success || game.exposure(bet.data).payout > MAX_COINS) {
    return failedClaim('bet')
  }
  const actions = z
    .array(game.steps?.action ?? z.never())
    .safeParse(claim.actions ?? [])
  if (!actions.success) return failedClaim('action')
  const moves = { game, bet: bet.data, actions: actions.data }
  const result = replay(hashes, moves, claim)
  if (!result) return failedClaim('action')
  const { position, round } = result
  if (!round) return failedClaim('unfinished')
  return { round, staked: position.staked, replayFailure: undefined }
}

function failedClaim(replayFailure: ReplayFailure): ReplayedClaim {
  return { round: undefined, staked: undefined, replayFailure }
}

/** True if every shown value matches the round, repeated ones included. */
function shows(
  record: VerificationRecord,
  round: Round,
  { findGame }: GameRegistry,
): boolean {
  const { bet, actions, draws, outcome, nonce } = round
  const expected = {
    ...outcome,
    bet,
    ...(actions && { actions }),
    draws,
    outcome,
    epoch: getEpoch(nonce),
  }
  return (
    record.betAmount === bet.betAmount &&
    record.outcome === findGame(round)?.describe(outcome) &&
    Object.entries(expected).every(([name, value]) =>
      isSameJson(record.gameData[name], value),
    )
  )
}

/** Compares a record with what the browser pinned. */
function pinsClaim(
  { id, nonce, gameData }: VerificationRecord,
  pins: RoundPins | undefined,
): Claim {
  if (!pins) return { about: 'record', code: 'unseen', status: 'unchecked' }
  const { betAtNonce, nonceOfBet, root, fromNonce } = pins
  const isAsSeen = (betAtNonce ?? id) === id && (nonceOfBet ?? nonce) === nonce
  if (root !== gameData.epochRoot || !isAsSeen) {
    return checkedClaim('seen_otherwise', false)
  }
  return nonce < fromNonce
    ? { about: 'record', code: 'seen_later', status: 'unchecked' }
    : checkedClaim('seen_before', true)
}

/** True if a block that was seen before the bet is as young as the anchor's. */
function isSeenBefore(
  anchor: RecordAnchor,
  nonce: number,
  pins: RoundPins | undefined,
): boolean {
  return (pins?.blocks ?? []).some(
    (block) =>
      block.fromNonce <= nonce &&
      block.genesisHash === anchor.genesisHash &&
      (block.block > anchor.block || block.blockHash === anchor.blockHash),
  )
}

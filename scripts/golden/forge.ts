import { assert } from '#core/assert.ts'
import type { RecordFailure } from '#core/evidence/claim.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { drawsOf, observed, type Seeds } from '#core/fairness/draws.ts'
import { fromHex } from '#core/fairness/hashes.ts'
import type { Round } from '#core/fairness/round.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import type {
  Action,
  Bet,
  Game,
  JsonObject,
  Outcome,
} from '#core/games/game.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import type { GoldenEpoch, InvalidRecord } from './golden-file.ts'

/** Makes records of rounds that the rules may not allow. */
export type Forge = {
  /** Tries client seeds until a round is as wanted. */
  found(moves: ForgedMoves, isWanted?: (round: Round) => boolean): Round
  /** Makes the record of a round, with some claims replaced. */
  record(round: Round, claimed?: Claimed): VerificationRecord
}

/** Moves of a round, whether or not the rules allow them. */
type ForgedMoves = { bet: Bet; actions?: readonly Action[] }

/** Empty actions are left out, as in a round without any. */
type Claimed = {
  gameType?: string
  rulesVersion?: number
  bet?: JsonObject
  actions?: readonly JsonObject[]
  draws?: number[]
  outcome?: Outcome
}

const MOST_TRIES = 1_000_000
const ID = '019ca9b1-5c00-7000-8000-0000000003e8'
const SETTLED_AT = '2026-03-01T12:00:00.000Z'

/** Opens a forge whose rounds all have the first nonce of the epoch. */
export function openForge(game: Game, epoch: GoldenEpoch): Forge {
  const [first] = epoch.paths
  assert(first !== undefined, 'golden epochs have paths')
  const { nonce, path } = first
  const streamKey = fromHex(epoch.streamKey)
  const serverSeed = serverSeedOf(nativeHashes, streamKey, nonce)

  function found(
    moves: ForgedMoves,
    isWanted: (round: Round) => boolean = () => true,
  ): Round {
    for (let tried = 0; tried < MOST_TRIES; tried += 1) {
      const seeds = { serverSeed, clientSeed: `case ${tried}`, nonce }
      const round = playedUnchecked(game, moves, seeds)
      if (round && isWanted(round)) return round
    }
    throw new Error('No client seed produces such a round')
  }

  /** Repeats each claim throughout the record, its hash included. */
  function record(round: Round, claimed: Claimed = {}): VerificationRecord {
    const { actions: played = [], ...rest } = round
    const { actions = played, ...changed } = claimed
    const shown = {
      ...rest,
      ...changed,
      ...(actions.length > 0 && { actions: [...actions] }),
    }
    const { gameType, rulesVersion, bet, draws, outcome } = shown
    const hash = nativeHashes.sha256(canonicalJson(shown))
    return {
      id: ID,
      gameType,
      timestamp: SETTLED_AT,
      betAmount: wholeStake(bet) ?? round.bet.betAmount,
      outcome: game.describe(outcome),
      serverSeed: round.serverSeed,
      clientSeed: round.clientSeed,
      nonce: round.nonce,
      gameData: {
        ...round.outcome,
        player: epoch.player,
        rulesVersion,
        bet,
        draws,
        outcome,
        serverSeedHash: commitmentOf(nativeHashes, serverSeed),
        weaker: false,
        epoch: epoch.epoch,
        epochRoot: epoch.root,
        epochPath: [...path],
        expectedHash: hash,
        verifiedHash: hash,
        ...outcome,
        ...('actions' in shown && { actions: shown.actions }),
      },
    }
  }

  return { found, record }
}

/**
 * Plays a round without checking its actions.
 *
 * @returns undefined if it ends before or goes on after the last action.
 */
function playedUnchecked(
  game: Game,
  { bet, actions = [] }: ForgedMoves,
  seeds: Seeds,
): Round | undefined {
  const { gameType, rulesVersion } = game
  const { draws, seen } = observed(drawsOf(nativeHashes, seeds))
  let position = game.start(bet, draws)
  for (const action of actions) {
    if (position.outcome || !game.steps) return undefined
    position = game.steps.act(position, action, draws)
  }
  const { outcome } = position
  if (!outcome) return undefined
  const played = { gameType, rulesVersion, bet, ...seeds, draws: seen() }
  return { ...played, ...(actions.length > 0 && { actions }), outcome }
}

function wholeStake({ betAmount }: JsonObject): Coins | undefined {
  const isWhole = Number.isSafeInteger(betAmount) && Number(betAmount) >= 0
  return isWhole ? coins(Number(betAmount)) : undefined
}

/** Records that all fail the same check, by what is invalid. */
export function failing(
  failure: RecordFailure,
  records: Readonly<Record<string, object>>,
): InvalidRecord[] {
  return Object.entries(records).map(([what, record]) => ({
    what,
    failure,
    record,
  }))
}

/** Returns a record with changed members of its game data. */
export function withData<R extends { gameData: object }, D extends object>(
  record: R,
  change: D,
) {
  return { ...record, gameData: { ...record.gameData, ...change } }
}

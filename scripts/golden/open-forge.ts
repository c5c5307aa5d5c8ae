import { assert } from '#core/assert.ts'
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { drawsOf, observed, type Seeds } from '#core/fairness/draws.ts'
import type {
  Claimed,
  Forge,
  ForgedMoves,
} from '#core/fairness/golden/forge.ts'
import type { GoldenEpoch } from '#core/fairness/golden/golden-vectors.ts'
import { fromHex } from '#core/fairness/hashes.ts'
import type { Round } from '#core/fairness/round.ts'
import { serverSeedOf } from '#core/fairness/server-seed.ts'
import type { Game, JsonObject } from '#core/games/game.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { goldenRecord } from '#core/schemas/golden-record.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'

const MOST_TRIES = 1_000_000

/** All its rounds have the first nonce of the epoch, whose path is known. */
export function openForge(game: Game, epoch: GoldenEpoch): Forge {
  const [first] = epoch.paths
  assert(first !== undefined, 'golden epochs show some paths')
  const { nonce, path } = first
  const streamKey = fromHex(epoch.streamKey)
  const serverSeed = serverSeedOf(nativeHashes, streamKey, nonce)
  return {
    found(moves, isWanted = () => true) {
      for (let tried = 0; tried < MOST_TRIES; tried += 1) {
        const seeds = { serverSeed, clientSeed: `case ${tried}`, nonce }
        const round = playedBlindly(game, moves, seeds)
        if (round && isWanted(round)) return round
      }
      throw new Error('No client seed brings such a round')
    },
    record(round, claimed = {}) {
      const record = goldenRecord(
        nativeHashes,
        { game, round },
        { ...epoch, path },
      )
      return claiming(game, { record, round, claimed })
    },
  }
}

/**
 * A round whose actions nobody checks.
 *
 * @returns undefined where they do not end it, or it ends before the last one.
 */
function playedBlindly(
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

/** A record that says throughout what is claimed, the hash over it included. */
function claiming(
  game: Game,
  { record, round, claimed }: Claiming,
): VerificationRecord {
  const { actions: played = [], ...rest } = round
  const { actions = played, ...changed } = claimed
  const told = {
    ...rest,
    ...changed,
    ...(actions.length > 0 && { actions: [...actions] }),
  }
  const { gameType, bet, draws, outcome } = told
  const hash = nativeHashes.sha256(canonicalJson(told))
  const { actions: _, ...gameData } = record.gameData
  return {
    ...record,
    gameType,
    betAmount: wholeStake(bet) ?? record.betAmount,
    outcome: game.describe(outcome),
    gameData: {
      ...gameData,
      ...outcome,
      rulesVersion: told.rulesVersion,
      bet,
      ...('actions' in told && { actions: told.actions }),
      draws,
      outcome,
      expectedHash: hash,
      verifiedHash: hash,
    },
  }
}

type Claiming = { record: VerificationRecord; round: Round; claimed: Claimed }

function wholeStake({ betAmount }: JsonObject): Coins | undefined {
  const isWhole = Number.isSafeInteger(betAmount) && Number(betAmount) >= 0
  return isWhole ? coins(Number(betAmount)) : undefined
}

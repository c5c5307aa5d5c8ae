import * as z from 'zod/mini'
import { clientSeed } from '#core/api/fairness.ts'
import { assert } from '#core/assert.ts'
import { RECORD_FAILURES, type RecordFailure } from '#core/evidence/claim.ts'
import {
  roundRecordOf,
  type VerificationRecord,
} from '#core/evidence/round-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import type { Draw } from '#core/fairness/draws.ts'
import { EPOCH_SIZE, epochTree, firstNonceOf } from '#core/fairness/epoch.ts'
import { fromHex, type Hashes } from '#core/fairness/hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import type {
  Action,
  Bet,
  Game,
  JsonObject,
  Outcome,
} from '#core/games/game.ts'
import { registry } from '#core/games/registry.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { count, hex64 } from '#core/schemas/fields.ts'

/** Inputs of a golden round. */
export type GoldenInput = {
  /** 64 hex characters; secret for a real player, public here. */
  streamKey: string
  nonce: number
  clientSeed: string
  bet: Bet
  /** Actions after the start; absent if there are none. */
  actions?: readonly Action[]
}

/** A round with every intermediate value. */
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

/** A record that is valid except for one thing. */
export type InvalidRecord = {
  /** The invalid thing, in a few words. */
  what: string
  /** First check that the record fails; undefined if it passes all. */
  failure: RecordFailure | undefined
  record: unknown
}

/** Golden vectors of a game: its `golden/vectors.json`. */
export type GoldenFile = {
  gameType: string
  rulesVersion: number
  epoch: GoldenEpoch
  rounds: GoldenRound[]
  invalid: InvalidRecord[]
}

const json = z.json()

export const invalidRecord = z.strictObject({
  what: z.string(),
  failure: z.enum(RECORD_FAILURES),
  record: z.unknown(),
})

export const goldenFile: z.ZodMiniType<GoldenFile> = z.strictObject({
  gameType: z.string(),
  rulesVersion: count,
  epoch: z.strictObject({
    streamKey: hex64,
    player: z.uuid(),
    epoch: count,
    root: hex64,
    paths: z.array(z.strictObject({ nonce: count, path: z.array(hex64) })),
  }),
  rounds: z.array(
    z.strictObject({
      streamKey: hex64,
      nonce: count,
      clientSeed,
      bet: z.catchall(z.object({ betAmount: coinAmount }), json),
      actions: z.exactOptional(
        z.array(z.catchall(z.object({ action: z.string() }), json)),
      ),
      serverSeed: hex64,
      commitment: hex64,
      draws: z.array(count),
      outcome: z.catchall(z.object({ payout: coinAmount }), json),
      roundHash: hex64,
    }),
  ),
  invalid: z.array(invalidRecord),
})

/** Plays one round, starting from its stream key. */
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

/** Builds one epoch's tree, with the paths of the given nonces. */
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

/** Recomputes a whole file from its inputs. */
export function regenerated(
  hashes: Hashes,
  { gameType, rulesVersion, epoch, rounds, invalid }: GoldenFile,
  games = registry,
): GoldenFile {
  const game = games.gameOf({ gameType, rulesVersion })
  assert(game !== undefined, 'golden rounds are of a registered game')
  const nonces = epoch.paths.map(({ nonce }) => nonce)
  return {
    gameType,
    rulesVersion,
    epoch: goldenEpoch(hashes, epoch, nonces),
    rounds: rounds.map((round) => goldenRound(hashes, game, round)),
    invalid: checkedAgain(hashes, invalid, games),
  }
}

/** Replaces the stated failure of each record by the one that is found. */
export function checkedAgain(
  hashes: Hashes,
  invalid: readonly InvalidRecord[],
  games = registry,
): InvalidRecord[] {
  return invalid.map(({ what, record }) => ({
    what,
    failure: recordFailure(hashes, record, games),
    record,
  }))
}

/** Lists what differs when a file is regenerated, in a few words each. */
export function goldenDifferences(hashes: Hashes, file: GoldenFile): string[] {
  const again = regenerated(hashes, file)
  return [
    ...(isSameJson(file.epoch, again.epoch) ? [] : ['the epoch']),
    ...changedItems('round', file.rounds, again.rounds),
    ...changedFailures(file.invalid, again.invalid),
  ]
}

export function changedItems<T>(
  name: string,
  stated: readonly T[],
  found: readonly (T & JsonObject)[],
): string[] {
  return found.flatMap((one, index) =>
    isSameJson(stated[index], one) ? [] : [`${name} ${index}`],
  )
}

export function changedFailures(
  stated: readonly InvalidRecord[],
  found: readonly InvalidRecord[],
): string[] {
  return found.flatMap(({ what, failure }, index) => {
    const expected = stated[index]?.failure
    return failure === expected
      ? []
      : [`${what}: ${expected}, found ${failure}`]
  })
}

/** Builds the records of a file's whole epoch, as the API would return them. */
export function epochRecords(
  hashes: Hashes,
  { epoch, gameType, rounds, rulesVersion }: GoldenFile,
): VerificationRecord[] {
  const game = registry.gameOf({ gameType, rulesVersion })
  assert(game !== undefined, 'golden rounds are of a registered game')
  const played = rounds.slice(0, EPOCH_SIZE)
  const commitments = played.map(({ commitment }) => commitment)
  const tree = epochTree(hashes, epoch, commitments)
  return played.map(({ commitment, roundHash, ...round }, index) =>
    roundRecordOf(
      game,
      { gameType, rulesVersion, ...round },
      {
        id: `019ca9b1-5c00-7000-8000-${String(index).padStart(12, '0')}`,
        timestamp: '2026-03-01T12:00:00.000Z',
        player: epoch.player,
        serverSeedHash: commitment,
        weaker: false,
        epoch: epoch.epoch,
        epochRoot: tree.root,
        epochPath: tree.path(index),
        expectedHash: roundHash,
        verifiedHash: roundHash,
      },
    ),
  )
}

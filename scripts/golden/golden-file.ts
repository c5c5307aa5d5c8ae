import * as z from 'zod/mini'
import { clientSeed } from '#core/api/fairness.ts'
import { receipt } from '#core/api/receipts.ts'
import { assert } from '#core/assert.ts'
import { RECORD_FAILURES } from '#core/evidence/claim.ts'
import {
  roundRecordOf,
  type VerificationRecord,
} from '#core/evidence/round-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import { type AnchorLeaf, anchorTree } from '#core/fairness/anchor-tree.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import { EPOCH_SIZE, epochTree, firstNonceOf } from '#core/fairness/epoch.ts'
import { fromHex, type Hashes } from '#core/fairness/hashes.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound, type Round, roundHash } from '#core/fairness/round.ts'
import { commitmentOf, serverSeedOf } from '#core/fairness/server-seed.ts'
import type { Action, Bet, Game, Outcome } from '#core/games/game.ts'
import { registry } from '#core/games/registry.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { horseId } from '#core/race/horses.ts'
import { finishOrder } from '#core/race/race.ts'
import { raceBet } from '#core/race/race-bet.ts'
import { chainHead, saltBlock, saltChain, voidReason } from '#core/race/salt.ts'
import {
  type ChainLink,
  linkBefore,
  previousSeed,
} from '#core/race/seed-chain.ts'
import {
  type AcceptedRaceBet,
  RACE_GAME_TYPE,
  type RaceInputs,
  raceOutcome,
  settledHash,
  settledRace,
  settledRaceBet,
} from '#core/race/settled-race.ts'
import { receiptFailure } from '#core/receipts/verified-receipt.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { count, hex64 } from '#core/schemas/fields.ts'

const what = z.string()

/** Records that pass every check. */
const valid = z.array(z.strictObject({ what, record: z.unknown() }))

/** Records that are valid except for one thing, with the first check that they fail. */
const invalid = z.array(
  z.strictObject({
    what,
    failure: z.enum(RECORD_FAILURES),
    record: z.unknown(),
  }),
)

const bet: z.ZodMiniType<Bet> = z.catchall(
  z.object({ betAmount: coinAmount }),
  z.json(),
)
const action: z.ZodMiniType<Action> = z.catchall(
  z.object({ action: z.string() }),
  z.json(),
)
const outcome: z.ZodMiniType<Outcome> = z.catchall(
  z.object({ payout: coinAmount }),
  z.json(),
)

/** Golden vectors of a game: its `golden/vectors.json`. */
export const gameFile = z.strictObject({
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
      /** Secret for a real player, public here. */
      streamKey: hex64,
      nonce: count,
      clientSeed,
      bet,
      /** Actions after the start; absent if there are none. */
      actions: z.exactOptional(z.array(action)),
      serverSeed: hex64,
      commitment: hex64,
      draws: z.array(count),
      outcome,
      roundHash: hex64,
    }),
  ),
  invalid,
})
export type GoldenFile = z.infer<typeof gameFile>
export type GoldenEpoch = GoldenFile['epoch']
export type GoldenRound = GoldenFile['rounds'][number]
export type GoldenInput = Pick<
  GoldenRound,
  'streamKey' | 'nonce' | 'clientSeed' | 'bet' | 'actions'
>
export type InvalidRecord = GoldenFile['invalid'][number]

const link = z.strictObject({ number: count, seed: hex64 })

/** Golden vectors of the horse race: core/race/golden/vectors.json. */
export const raceFile = z.strictObject({
  gameType: z.literal(RACE_GAME_TYPE),
  rulesVersion: count,
  chain: z.strictObject({ last: link, terminal: link }),
  races: z.array(
    z.strictObject({
      rulesVersion: count,
      number: count,
      closedAtMs: count,
      saltChain: z.exactOptional(saltChain),
      head: z.exactOptional(chainHead),
      voidReason: z.exactOptional(voidReason),
      saltBlock: z.exactOptional(saltBlock),
      serverSeed: hex64,
      commitment: hex64,
      raceId: z.exactOptional(z.uuid()),
      outcome: raceOutcome,
      raceHash: hex64,
      bets: z.array(
        z.strictObject({
          id: z.uuid(),
          bet: raceBet,
          index: count,
          payout: coinAmount,
          betHash: hex64,
        }),
      ),
    }),
  ),
  /** Positions on the last tick, the draws that break ties, and the resulting order. */
  finishes: z.array(
    z.strictObject({
      positions: z.array(count),
      draws: z.array(count),
      order: z.array(horseId),
    }),
  ),
  valid,
  invalid,
})
export type RaceGoldenFile = z.infer<typeof raceFile>
export type GoldenRace = RaceGoldenFile['races'][number]
export type GoldenFinish = RaceGoldenFile['finishes'][number]

const leaf: z.ZodMiniType<AnchorLeaf> = z.union([
  z.strictObject({
    kind: z.literal('epoch'),
    player: z.uuid(),
    number: count,
    hash: hex64,
  }),
  z.strictObject({
    kind: z.enum(['races', 'season', 'day', 'receipt_key']),
    number: count,
    hash: hex64,
  }),
])

/** Golden vectors of anchors: core/fairness/golden/anchors.json. */
export const anchorFile = z.strictObject({
  trees: z.array(
    z.strictObject({
      leaves: z.array(leaf),
      root: hex64,
      paths: z.array(z.array(hex64)),
    }),
  ),
  valid,
})

/** Golden vectors of receipts: core/receipts/golden/receipts.json. */
export const receiptFile = z.strictObject({
  /** Public keys of the server. */
  keys: z.array(hex64),
  valid: z.array(receipt),
  /** Receipts that the server has not signed, and the first check that fails. */
  invalid: z.array(
    z.strictObject({
      what,
      failure: z.enum(['path', 'key', 'signature']),
      receipt,
    }),
  ),
})
export type ReceiptGoldenFile = z.infer<typeof receiptFile>

/** Recomputes a file of a form that is known here; undefined for any other. */
export async function regenerated(
  hashes: Hashes,
  json: unknown,
  games = registry,
): Promise<object | undefined> {
  const game = gameFile.safeParse(json).data
  if (game) return regeneratedGame(hashes, game, games)
  const race = raceFile.safeParse(json).data
  if (race) return regeneratedRaces(hashes, race)
  const anchors = anchorFile.safeParse(json).data
  if (anchors) {
    return {
      trees: anchors.trees.map(({ leaves }) => goldenTree(hashes, leaves)),
      valid: checkedAgain(hashes, anchors.valid),
    }
  }
  const receipts = receiptFile.safeParse(json).data
  return receipts && regeneratedReceipts(hashes, receipts)
}

/** Lists what differs in a regenerated file, in a few words each. */
export function differences(stated: object, again: object): string[] {
  const statedMembers = new Map<string, unknown>(Object.entries(stated))
  return Object.entries(again).flatMap(([name, found]) => {
    const before = statedMembers.get(name)
    if (!Array.isArray(found) || !Array.isArray(before)) {
      return isSameJson(before, found) ? [] : [`the ${name}`]
    }
    return found.flatMap((one, index) => {
      const other = before[index]
      if (isSameJson(other, one)) return []
      if (!one.what) return [`${name} ${index}`]
      const [expected, failure] = [other, one].map(
        (record) => record.failure ?? 'valid',
      )
      return [`${one.what}: ${expected}, found ${failure}`]
    })
  })
}

type Checked = { what: string; record: unknown }

/** Replaces the stated failure of each record by the one that is found. */
function checkedAgain(
  hashes: Hashes,
  records: readonly Checked[],
  games = registry,
): object[] {
  return records.map(({ what, record }) => {
    const failure = recordFailure(hashes, record, games)
    return { what, ...(failure && { failure }), record }
  })
}

function regeneratedGame(
  hashes: Hashes,
  { gameType, rulesVersion, epoch, rounds, invalid }: GoldenFile,
  games = registry,
): object {
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
    goldenRecord(
      game,
      { gameType, rulesVersion, ...round },
      {
        id: `019ca9b1-5c00-7000-8000-${String(index).padStart(12, '0')}`,
        player: epoch.player,
        serverSeedHash: commitment,
        epoch: epoch.epoch,
        epochRoot: tree.root,
        epochPath: tree.path(index),
        expectedHash: roundHash,
      },
    ),
  )
}

type Proof = Parameters<typeof roundRecordOf>[2]

/** Builds the record of a round. */
export function goldenRecord(
  game: Game,
  round: Round,
  proof: Omit<Proof, 'timestamp' | 'weaker' | 'verifiedHash'>,
): VerificationRecord {
  return roundRecordOf(game, round, {
    ...proof,
    timestamp: '2026-03-01T12:00:00.000Z',
    weaker: false,
    verifiedHash: proof.expectedHash,
  })
}

function regeneratedRaces(hashes: Hashes, file: RaceGoldenFile): object {
  const { last, terminal } = file.chain
  const steps = last.number - terminal.number
  return {
    ...file,
    chain: { last, terminal: linkBefore(hashes, last, steps) },
    races: file.races.map((race) => goldenRace(hashes, last, race)),
    finishes: file.finishes.map(goldenFinish),
    valid: checkedAgain(hashes, file.valid),
    invalid: checkedAgain(hashes, file.invalid),
  }
}

/** Inputs of a golden race, except for the chain's last seed. */
export type GoldenRaceInput = Omit<RaceInputs, 'serverSeed'> & {
  bets: readonly AcceptedRaceBet[]
}

/** Runs a race of a chain, given the chain's last link. */
export function goldenRace(
  hashes: Hashes,
  last: ChainLink,
  given: GoldenRaceInput,
): GoldenRace {
  const { rulesVersion, number, closedAtMs, bets } = given
  const { saltChain, head, voidReason, saltBlock } = given
  const { seed } = linkBefore(hashes, last, last.number - number)
  const race = settledRace(hashes, { ...given, serverSeed: seed })
  return {
    rulesVersion,
    number,
    closedAtMs,
    ...(saltChain && { saltChain }),
    ...(head && { head }),
    ...(voidReason && { voidReason }),
    ...(saltBlock && { saltBlock }),
    serverSeed: seed,
    commitment: previousSeed(hashes, seed),
    ...(race.raceId && { raceId: race.raceId }),
    outcome: race.outcome,
    raceHash: settledHash(hashes, race),
    bets: bets.map(({ id, bet, index }) => {
      const settled = settledRaceBet(hashes, race, { id, bet, index })
      const { payout } = settled.outcome
      return { id, bet, index, payout, betHash: settledHash(hashes, settled) }
    }),
  }
}

/** Orders the horses, keeping only the draws that the ties use. */
export function goldenFinish({
  positions,
  draws,
}: Pick<GoldenFinish, 'positions' | 'draws'>): GoldenFinish {
  let used = 0
  const order = finishOrder(positions, () => draws[used++] ?? 0)
  return { positions, draws: draws.slice(0, used), order }
}

/** Builds the tree of an anchor, with the path of each leaf. */
export function goldenTree(hashes: Hashes, leaves: AnchorLeaf[]) {
  const { path, root } = anchorTree(hashes, leaves)
  return { leaves, root, paths: leaves.map((_, index) => path(index)) }
}

async function regeneratedReceipts(
  hashes: Hashes,
  { invalid, keys, valid }: ReceiptGoldenFile,
): Promise<object> {
  const verify = webCryptoSignature(crypto.subtle)
  const failureOf = (one: z.infer<typeof receipt>) =>
    receiptFailure({ hashes, verify }, one, keys)
  return {
    keys,
    valid: await Promise.all(
      valid.map(async (one) => (await failureOf(one)) ?? one),
    ),
    invalid: await Promise.all(
      invalid.map(async ({ what, receipt }) => ({
        what,
        failure: await failureOf(receipt),
        receipt,
      })),
    ),
  }
}

const SHOWN_DIFFERENCES = 10

/**
 * Prints whether golden vectors can be made again.
 *
 * @returns undefined if a file has none.
 */
export async function goldenReport(
  json: unknown,
): Promise<boolean | undefined> {
  const again = await regenerated(nobleHashes, json)
  if (!again || typeof json !== 'object' || !json) return undefined
  const found = differences(json, again)
  for (const difference of found.slice(0, SHOWN_DIFFERENCES)) {
    console.log(`  FAILED  ${difference}`)
  }
  console.log(
    found.length > 0
      ? `NOT MADE AGAIN: ${found.length} differences`
      : `MADE AGAIN: ${contentOf(again)}`,
  )
  return found.length === 0
}

/** Counts the members of a file. */
export function contentOf(golden: object): string {
  return Object.entries(golden)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? `${value.length} ${name}` : [],
    )
    .join(', ')
}

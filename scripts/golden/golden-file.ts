import * as z from 'zod/mini'
import { clientSeed } from '#core/api/fairness.ts'
import { type Receipt, receipt } from '#core/api/receipts.ts'
import { assert } from '#core/assert.ts'
import type { RECORD_FAILURES } from '#core/evidence/claim.ts'
import {
  toRoundRecord,
  type VerificationRecord,
} from '#core/evidence/round-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import { type AnchorLeaf, anchorTree } from '#core/fairness/anchor-tree.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import { EPOCH_SIZE, epochTree, getFirstNonce } from '#core/fairness/epoch.ts'
import { fromHex, type Hashes } from '#core/fairness/hashes.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound, type Round, roundHash } from '#core/fairness/round.ts'
import { deriveServerSeed, hashServerSeed } from '#core/fairness/server-seed.ts'
import type { Action, Bet, Game } from '#core/games/game.ts'
import { registry } from '#core/games/registry.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { finishOrder } from '#core/race/race.ts'
import { raceBet } from '#core/race/race-bet.ts'
import { chainHead, saltBlock, saltChain, voidReason } from '#core/race/salt.ts'
import {
  type ChainLink,
  linkBefore,
  previousSeed,
} from '#core/race/seed-chain.ts'
import {
  RACE_GAME_TYPE,
  settledHash,
  settledRace,
  settledRaceBet,
} from '#core/race/settled-race.ts'
import { receiptFailure } from '#core/receipts/verified-receipt.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { count, hex64 } from '#core/schemas/fields.ts'

/** Records with their names; what they fail is found again. */
const records = z.array(z.object({ what: z.string(), record: z.unknown() }))

const bet: z.ZodMiniType<Bet> = z.catchall(
  z.object({ betAmount: coinAmount }),
  z.json(),
)
const action: z.ZodMiniType<Action> = z.catchall(
  z.object({ action: z.string() }),
  z.json(),
)
const goldenInput = z.object({
  /** Secret for a real player, public here. */
  streamKey: hex64,
  nonce: count,
  clientSeed,
  bet,
  /** Actions after the start; absent if there are none. */
  actions: z.exactOptional(z.array(action)),
})

/** Inputs of a game's file; all else follows from them, as in the other files. */
const gameInputs = z.object({
  gameType: z.string(),
  rulesVersion: count,
  epoch: z.object({
    streamKey: hex64,
    player: z.uuid(),
    epoch: count,
    paths: z.array(z.object({ nonce: count })),
  }),
  rounds: z.array(goldenInput),
  invalid: records,
})

const link = z.object({ number: count, seed: hex64 })
const raceInputs = z.object({
  gameType: z.literal(RACE_GAME_TYPE),
  rulesVersion: count,
  chain: z.object({ last: link, terminal: link }),
  races: z.array(
    z.object({
      rulesVersion: count,
      number: count,
      closedAtMs: count,
      saltChain: z.exactOptional(saltChain),
      head: z.exactOptional(chainHead),
      voidReason: z.exactOptional(voidReason),
      saltBlock: z.exactOptional(saltBlock),
      bets: z.array(z.object({ id: z.uuid(), bet: raceBet, index: count })),
    }),
  ),
  /** Positions on the last tick, and draws to break ties. */
  finishes: z.array(
    z.object({ positions: z.array(count), draws: z.array(count) }),
  ),
  valid: records,
  invalid: records,
})

const fields = { number: count, hash: hex64 }
const leaf: z.ZodMiniType<AnchorLeaf> = z.union([
  z.object({ kind: z.literal('epoch'), player: z.uuid(), ...fields }),
  z.object({
    kind: z.enum(['races', 'season', 'day', 'receipt_key']),
    ...fields,
  }),
])
const anchorInputs = z.object({
  trees: z.array(z.object({ leaves: z.array(leaf) })),
  valid: records,
})

const receiptInputs = z.object({
  /** Public keys of the server. */
  keys: z.array(hex64),
  valid: z.array(receipt),
  invalid: z.array(z.object({ what: z.string(), receipt })),
})

/** A record that is valid except for one thing, and the first check that it fails. */
export type InvalidRecord = {
  what: string
  failure: (typeof RECORD_FAILURES)[number]
  record: unknown
}

export type GoldenInput = z.infer<typeof goldenInput>
export type GoldenRound = ReturnType<typeof goldenRound>
export type GoldenEpoch = ReturnType<typeof goldenEpoch>

/** Golden vectors of a game: its `golden/vectors.json`. */
export type GoldenFile = {
  gameType: string
  rulesVersion: number
  epoch: GoldenEpoch
  rounds: GoldenRound[]
  invalid: InvalidRecord[]
}

export type GoldenRaceInput = z.infer<typeof raceInputs>['races'][number]
export type GoldenRace = ReturnType<typeof goldenRace>
export type GoldenFinish = ReturnType<typeof goldenFinish>

/** Golden vectors of the horse race: core/race/golden/vectors.json. */
export type RaceGoldenFile = Omit<
  z.infer<typeof raceInputs>,
  'races' | 'finishes' | 'invalid'
> & {
  races: GoldenRace[]
  finishes: GoldenFinish[]
  invalid: InvalidRecord[]
}

/** Golden vectors of anchors: core/fairness/golden/anchors.json. */
export type AnchorGoldenFile = {
  trees: ReturnType<typeof goldenTree>[]
  valid: z.infer<typeof records>
}

/** Golden vectors of receipts: core/receipts/golden/receipts.json. */
export type ReceiptGoldenFile = {
  keys: string[]
  valid: Receipt[]
  /** Receipts that the server has not signed, and the first check that fails. */
  invalid: { what: string; failure: string; receipt: Receipt }[]
}

/** Recomputes a file of a known form; undefined for any other. */
export async function regenerate(
  hashes: Hashes,
  json: unknown,
  games = registry,
): Promise<object | undefined> {
  const game = gameInputs.safeParse(json).data
  if (game) return regenerateGame(hashes, game, games)
  const race = raceInputs.safeParse(json).data
  if (race) return regenerateRaces(hashes, race)
  const anchors = anchorInputs.safeParse(json).data
  if (anchors) {
    return {
      trees: anchors.trees.map(({ leaves }) => goldenTree(hashes, leaves)),
      valid: verifyRecords(hashes, anchors.valid),
    }
  }
  const receipts = receiptInputs.safeParse(json).data
  return receipts && regenerateReceipts(hashes, receipts)
}

/** Lists what differs in a regenerated file, in a few words each. */
export function differences(stated: object, again: object): string[] {
  const before = new Map(Object.entries(stated))
  const after = new Map(Object.entries(again))
  return [...new Map([...after, ...before]).keys()].flatMap((name) => {
    const [old, found] = [before.get(name), after.get(name)]
    if (!Array.isArray(found) || !Array.isArray(old)) {
      return isSameJson(old, found) ? [] : [`the ${name}`]
    }
    return found.flatMap((one, index) => {
      if (isSameJson(old[index], one)) return []
      if (!one.what) return [`${name} ${index}`]
      const [expected, failure] = [old[index], one].map(
        (record) => record.failure ?? 'valid',
      )
      return [`${one.what}: ${expected}, found ${failure}`]
    })
  })
}

/** Replaces the stated failure of each record by the one that is found. */
function verifyRecords(
  hashes: Hashes,
  checked: z.infer<typeof records>,
  games = registry,
): object[] {
  return checked.map(({ what, record }) => {
    const failure = recordFailure(hashes, record, games)
    return { what, ...(failure && { failure }), record }
  })
}

function regenerateGame(
  hashes: Hashes,
  { epoch, rounds, invalid, ...rules }: z.infer<typeof gameInputs>,
  games = registry,
): object {
  const game = games.findGame(rules)
  assert(game !== undefined, 'golden rounds are of a registered game')
  const nonces = epoch.paths.map(({ nonce }) => nonce)
  return {
    ...rules,
    epoch: goldenEpoch(hashes, epoch, nonces),
    rounds: rounds.map((round) => goldenRound(hashes, game, round)),
    invalid: verifyRecords(hashes, invalid, games),
  }
}

/** Plays one round, starting from its stream key. */
export function goldenRound(hashes: Hashes, game: Game, input: GoldenInput) {
  const { streamKey, nonce, clientSeed, bet, actions = [] } = input
  const serverSeed = deriveServerSeed(hashes, fromHex(streamKey), nonce)
  const seeds = { serverSeed, clientSeed, nonce }
  const round = playRound(hashes, { game, bet, actions }, seeds)
  return {
    ...input,
    serverSeed,
    commitment: hashServerSeed(hashes, serverSeed),
    draws: round.draws,
    outcome: round.outcome,
    roundHash: roundHash(hashes, round),
  }
}

/** Builds one epoch's tree, with the paths of the given nonces. */
export function goldenEpoch(
  hashes: Hashes,
  id: { streamKey: string; player: string; epoch: number },
  nonces: readonly number[],
) {
  const { streamKey, player, epoch } = id
  const first = getFirstNonce(epoch)
  const key = fromHex(streamKey)
  const commitments = Array.from({ length: EPOCH_SIZE }, (_, index) =>
    hashServerSeed(hashes, deriveServerSeed(hashes, key, first + index)),
  )
  const tree = epochTree(hashes, { player, epoch }, commitments)
  const paths = nonces.map((nonce) => ({
    nonce,
    path: tree.path(nonce % EPOCH_SIZE),
  }))
  return { streamKey, player, epoch, root: tree.root, paths }
}

/** Builds the records of a file's whole epoch, as the API would return them. */
export function epochRecords(
  hashes: Hashes,
  { epoch, gameType, rounds, rulesVersion }: GoldenFile,
): VerificationRecord[] {
  const game = registry.findGame({ gameType, rulesVersion })
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

type Proof = Parameters<typeof toRoundRecord>[2]

/** Builds the record of a round. */
export function goldenRecord(
  game: Game,
  round: Round,
  proof: Omit<Proof, 'timestamp' | 'weaker' | 'verifiedHash'>,
): VerificationRecord {
  return toRoundRecord(game, round, {
    ...proof,
    timestamp: '2026-03-01T12:00:00.000Z',
    weaker: false,
    verifiedHash: proof.expectedHash,
  })
}

function regenerateRaces(
  hashes: Hashes,
  file: z.infer<typeof raceInputs>,
): object {
  const { last, terminal } = file.chain
  const steps = last.number - terminal.number
  return {
    ...file,
    chain: { last, terminal: linkBefore(hashes, last, steps) },
    races: file.races.map((race) => goldenRace(hashes, last, race)),
    finishes: file.finishes.map(goldenFinish),
    valid: verifyRecords(hashes, file.valid),
    invalid: verifyRecords(hashes, file.invalid),
  }
}

/** Runs a race of a chain, given the chain's last link. */
export function goldenRace(
  hashes: Hashes,
  last: ChainLink,
  { bets, ...given }: GoldenRaceInput,
) {
  const { seed } = linkBefore(hashes, last, last.number - given.number)
  const race = settledRace(hashes, { ...given, serverSeed: seed })
  return {
    ...given,
    serverSeed: seed,
    commitment: previousSeed(hashes, seed),
    ...(race.raceId && { raceId: race.raceId }),
    outcome: race.outcome,
    raceHash: settledHash(hashes, race),
    bets: bets.map((accepted) => {
      const settled = settledRaceBet(hashes, race, accepted)
      const { payout } = settled.outcome
      return { ...accepted, payout, betHash: settledHash(hashes, settled) }
    }),
  }
}

/** Orders the horses, keeping only the draws that the ties use. */
export function goldenFinish({
  positions,
  draws,
}: {
  positions: number[]
  draws: number[]
}) {
  let used = 0
  const order = finishOrder(positions, () => draws[used++] ?? 0)
  return { positions, draws: draws.slice(0, used), order }
}

/** Builds the tree of an anchor, with the path of each leaf. */
export function goldenTree(hashes: Hashes, leaves: AnchorLeaf[]) {
  const { path, root } = anchorTree(hashes, leaves)
  return { leaves, root, paths: leaves.map((_, index) => path(index)) }
}

async function regenerateReceipts(
  hashes: Hashes,
  { invalid, keys, valid }: z.infer<typeof receiptInputs>,
): Promise<object> {
  const verify = webCryptoSignature(crypto.subtle)
  const findFailure = (one: Receipt) =>
    receiptFailure({ hashes, verify }, one, keys)
  return {
    keys,
    valid: await Promise.all(
      valid.map(async (one) => (await findFailure(one)) ?? one),
    ),
    invalid: await Promise.all(
      invalid.map(async ({ what, receipt }) => ({
        what,
        failure: await findFailure(receipt),
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
  const again = await regenerate(nobleHashes, json)
  if (!again || typeof json !== 'object' || !json) return undefined
  const found = differences(json, again)
  for (const difference of found.slice(0, SHOWN_DIFFERENCES)) {
    console.log(`  FAILED  ${difference}`)
  }
  console.log(
    found.length > 0
      ? `NOT REPRODUCED: ${found.length} differences`
      : `REPRODUCED: ${toContent(again)}`,
  )
  return found.length === 0
}

/** Counts the members of a file. */
export function toContent(golden: object): string {
  return Object.entries(golden)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? `${value.length} ${name}` : [],
    )
    .join(', ')
}

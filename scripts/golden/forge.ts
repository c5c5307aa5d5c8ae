import * as z from 'zod'
import { assert } from '#core/assert.ts'
import { toAnchorLeaf } from '#core/evidence/anchor-claims.ts'
import type { RECORD_FAILURES } from '#core/evidence/claim.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { ANCHOR_DEPTH_MAX, anchorLeafText } from '#core/fairness/anchor-tree.ts'
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { createDraws, recordDraws, type Seeds } from '#core/fairness/draws.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { fromHex } from '#core/fairness/hashes.ts'
import { rootFromPath } from '#core/fairness/merkle.ts'
import { type Round, roundHash } from '#core/fairness/round.ts'
import { deriveServerSeed, hashServerSeed } from '#core/fairness/server-seed.ts'
import type { Action, Bet, Game, Json } from '#core/games/game.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { anchoredRecord } from '#testing/samples/anchored-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import {
  type GoldenEpoch,
  goldenRecord,
  type InvalidRecord,
} from './golden-file.ts'

type Check = (typeof RECORD_FAILURES)[number]

/**
 * A check, a member of a valid record, and values of it that fail the check.
 * Undefined removes the member, a function changes it. The empty member is the
 * whole record.
 */
export type Row = readonly [
  failure: Check,
  member: string,
  ...values: readonly unknown[],
]

const OTHER_HASH = 'ab'.repeat(32)

/** Checks that a record can fail although all its hashes are right. */
export const BY_THE_RULES: readonly Check[] = [
  'rules',
  'bet',
  'action',
  'unfinished',
  'draws',
  'outcome',
]

/** Makes records of a game's round that are valid except for one thing. */
function forgeInvalid(
  game: Game,
  [what, valid]: readonly [what: string, valid: object],
  rows: readonly Row[],
): InvalidRecord[] {
  return rows.flatMap(([failure, member, ...values]) =>
    values.map((value) => {
      const claimed = change(valid, member, value)
      const isForged = BY_THE_RULES.includes(failure)
      const record = isForged ? forge(game, claimed, failure) : claimed
      const name = [what, member, toName(value)].filter(Boolean).join(' ')
      return { what: name, failure, record }
    }),
  )
}

function toName(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'function') {
    return value.name.replaceAll(
      /[A-Z]/g,
      (letter) => ` ${letter.toLowerCase()}`,
    )
  }
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** Returns a copy as JSON with a member changed, and undefined ones dropped. */
function change(whole: object, member: string, value: unknown) {
  return asJson(withMember(whole, member.split('.').filter(Boolean), value))
}

function withMember(
  whole: unknown,
  [name, ...names]: readonly string[],
  value: unknown,
): unknown {
  if (name === undefined) {
    return typeof value === 'function' ? value(whole) : value
  }
  const members = new Map(Object.entries(whole ?? {}))
  members.set(name, withMember(members.get(name), names, value))
  return Array.isArray(whole)
    ? [...members.values()]
    : Object.fromEntries(members)
}

function asJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value))
}

/** A record whose claims may be false. */
const claimedRecord = z.looseObject({ gameData: z.looseObject({}) })
type ClaimedRecord = z.infer<typeof claimedRecord>

/** A round's record whose moves the rules may forbid. */
const claimedRound = z.looseObject({
  serverSeed: z.string(),
  clientSeed: z.string(),
  nonce: z.number(),
  gameData: z.looseObject({
    bet: z.custom<Bet>(),
    actions: z.optional(z.custom<readonly Action[]>()),
    outcome: z.custom<Round['outcome']>(),
  }),
})

/** Repeats the claims of a record in its hash and shown members, as a forger would. */
function forge(game: Game, claimed: unknown, failure: Check): ClaimedRecord {
  const record = claimedRound.parse(claimed)
  const { gameData } = record
  const isPlayed = failure === 'bet' || failure === 'action'
  Object.assign(gameData, isPlayed && playedUnchecked(game, gameData, record))
  const { bet, outcome } = gameData
  if (gameData.actions?.length === 0) delete gameData.actions
  const hash = claimedHash(record)
  const isWhole = coinAmount.safeParse(bet.betAmount).success
  const hashes = { expectedHash: hash, verifiedHash: hash }
  return {
    ...record,
    betAmount: isWhole ? bet.betAmount : record.betAmount,
    outcome: game.describe(outcome),
    gameData: { ...gameData, ...outcome, ...hashes, outcome },
  }
}

/** Hashes a round, race or bet as a record claims it. */
export function claimedHash(record: ClaimedRecord): string {
  const { id, gameType, betAmount, serverSeed, clientSeed, nonce } = record
  const { rulesVersion, bet, actions, draws, outcome, raceId } = record.gameData
  const { index, closedAtMs, saltBlock, saltChain, head, voidReason } =
    record.gameData
  const ids = betAmount === undefined ? { raceId: id } : { raceId, betId: id }
  const seeds = { serverSeed, clientSeed, nonce }
  const moves = { rulesVersion, bet, actions, draws, outcome, index }
  const race = { closedAtMs, saltBlock, saltChain, head, voidReason }
  const claimed = { gameType, ...seeds, ...moves, ...race }
  const bound = asJson(
    closedAtMs === undefined ? claimed : { ...claimed, ...ids },
  )
  return nativeHashes.sha256(canonicalJson(bound))
}

/** Moves of a round, whether or not the rules allow them. */
type Moves = { bet: Bet; actions?: readonly Action[] | undefined }

/**
 * Plays moves without checking them.
 *
 * @returns undefined if no outcome comes of them.
 */
function playedUnchecked(
  game: Game,
  { bet, actions = [] }: Moves,
  seeds: Seeds,
): Pick<Round, 'draws' | 'outcome'> | undefined {
  const { draws, list } = recordDraws(createDraws(nativeHashes, seeds))
  try {
    let position = game.start(bet, draws)
    for (const action of actions) {
      if (position.outcome || !game.steps) return undefined
      position = game.steps.act(position, action, draws)
    }
    const { outcome } = position
    const isWhole = outcome && game.outcome.safeParse(outcome).success
    return isWhole ? { draws: list(), outcome } : undefined
  } catch {
    // Rules may throw on actions that they forbid.
    return undefined
  }
}

/** Rounds to forge: moves, and which of the rounds that have them. */
export type ForgedRounds = Moves & {
  what: string
  where?: (round: Round) => boolean
  /** Check that fails for the moves alone. */
  fails?: Check
  /** Changes that fail a check. */
  rows?: readonly Row[]
}

/** Rounds of moves that the rules forbid, with the outcomes that they would have. */
export function forbidden(
  what: string,
  moves: Omit<ForgedRounds, 'what'>,
): ForgedRounds {
  return { what, ...moves, fails: 'action' }
}

const MOST_TRIES = 1_000_000
const ROUND_ID = '019ca9b1-5c00-7000-8000-0000000003e8'

/** Forges rounds of an epoch's first nonce; the first one gets every change of EVIDENCE too. */
export function invalidRounds(
  game: Game,
  epoch: GoldenEpoch,
  forgeries: readonly ForgedRounds[],
): InvalidRecord[] {
  return forgeries.flatMap(({ what, fails, rows = [], ...moves }, index) => {
    const record = foundRecord(game, epoch, moves)
    if (fails) return [{ what, failure: fails, record: asJson(record) }]
    return [
      ...forgeInvalid(game, [what, record], rows),
      ...(index > 0
        ? []
        : [
            ...forgeInvalid(game, [what, record], EVIDENCE),
            ...forgeInvalid(game, ['', anchoredRecord(record).record], ANCHOR),
          ]),
    ]
  })
}

/** Tries client seeds until a round is as wanted. */
function foundRecord(
  game: Game,
  { player, epoch, root, paths: [at], streamKey }: GoldenEpoch,
  { bet, actions = [], where }: Omit<ForgedRounds, 'what'>,
): VerificationRecord {
  assert(at !== undefined, 'golden epochs have paths')
  const { nonce, path } = at
  const serverSeed = deriveServerSeed(nativeHashes, fromHex(streamKey), nonce)
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const seeds = { serverSeed, clientSeed: `case ${tried}`, nonce }
    const played = playedUnchecked(game, { bet, actions }, seeds)
    if (!played) continue
    const { gameType, rulesVersion } = game
    const moves = { bet, ...(actions.length > 0 && { actions }) }
    const round = { gameType, rulesVersion, ...seeds, ...moves, ...played }
    if (where && !where(round)) continue
    return goldenRecord(game, round, {
      id: ROUND_ID,
      player,
      serverSeedHash: hashServerSeed(nativeHashes, serverSeed),
      epoch,
      epochRoot: root,
      epochPath: path,
      expectedHash: roundHash(nativeHashes, round),
    })
  }
  throw new Error('No client seed produces such a round')
}

/** Changes that functions name. */
const inCapitals = (text: unknown) => String(text).toUpperCase()
export const asText = (value: unknown) => String(value)
export const increased = (value: unknown) => Number(value) + 1
export const reversed = (list: readonly unknown[]) => list.toReversed()
export const shortened = (list: string | unknown[]) => list.slice(0, -1)
const extend = (list: readonly unknown[]) => [...list, 0]

const withPath = (
  record: VerificationRecord,
  epochPath: string[],
): VerificationRecord => {
  const { nonce, gameData } = record
  const { player, epoch, serverSeedHash } = gameData
  const text = `${player}:${epoch}:${nonce}:${serverSeedHash}`
  const leaf = { text, index: nonce % EPOCH_SIZE }
  const epochRoot = rootFromPath(nativeHashes, leaf, epochPath)
  return { ...record, gameData: { ...gameData, epochPath, epochRoot } }
}

const withUncoveredSeed = (record: VerificationRecord) => ({
  ...record,
  serverSeed: OTHER_HASH,
  gameData: {
    ...record.gameData,
    serverSeedHash: hashServerSeed(nativeHashes, OTHER_HASH),
  },
})

/** Changes of any round's record. */
const EVIDENCE: readonly Row[] = [
  ['malformed', 'serverSeed', inCapitals, shortened, null],
  ['malformed', 'clientSeed', 'a:b', '', 'x'.repeat(65), 'é'],
  ['malformed', 'nonce', asText, -1, 2 ** 53],
  ['malformed', 'betAmount', 0.5],
  ['malformed', 'gameData.epochPath.0', ''],
  ['malformed', 'gameData.draws', {}],
  ['malformed', 'gameData.actions', {}],
  ['malformed', 'gameData.bet', []],
  ['malformed', 'gameData.player', 'somebody'],
  ['commitment', 'gameData.serverSeedHash', OTHER_HASH],
  ['commitment', 'serverSeed', OTHER_HASH],
  ['epoch', 'gameData.epochRoot', OTHER_HASH],
  ['epoch', 'gameData.player', '01890a5d-ac96-774b-bcce-b302099a8058'],
  ['epoch', 'gameData.epoch', increased],
  ['epoch', 'gameData.epochPath', reversed],
  [
    'epoch',
    '',
    withUncoveredSeed,
    function ofTheNextEpoch({ nonce, gameData, ...rest }: VerificationRecord) {
      const epoch = gameData.epoch + 1
      return {
        ...rest,
        nonce: nonce + EPOCH_SIZE,
        gameData: { ...gameData, epoch },
      }
    },
    function withAPathOfNine(record: VerificationRecord) {
      return withPath(record, record.gameData.epochPath.slice(1))
    },
    function withAPathOfEleven(record: VerificationRecord) {
      const { epochPath } = record.gameData
      return withPath(withUncoveredSeed(record), [...epochPath, OTHER_HASH])
    },
    function withoutAPath(record: VerificationRecord) {
      return withPath(record, [])
    },
  ],
  ['rules', 'gameData.rulesVersion', 0, 2],
  ['rules', 'gameType', 'Roulette'],
  ['bet', 'gameData.bet.betAmount', 0, -1, 9.5, asText, 2 ** 53, undefined],
  ['bet', 'gameData.bet.odds', 3],
  [
    'action',
    'gameData.actions',
    (actions: unknown[] = []) => [...actions, { action: 'surrender' }],
  ],
  ['draws', 'gameData.draws', extend, shortened],
  ['outcome', 'gameData.outcome.payout', increased],
  ['outcome', 'gameData.outcome.bonus', 1],
  ['hash', 'gameData.expectedHash', OTHER_HASH],
  ['shown', 'betAmount', increased],
  ['shown', 'outcome', 'Won 7 coins'],
  ['shown', 'gameData.payout', increased],
]

type Anchor = ReturnType<typeof anchoredRecord>['anchor']

/** Changes of any anchored record. */
const ANCHOR: readonly Row[] = [
  ['malformed', 'gameData.anchor', null],
  ['malformed', 'gameData.anchor.more', 1],
  ['malformed', 'gameData.anchor.block', undefined],
  ['malformed', 'gameData.anchor.chainId', 56],
  ['malformed', 'gameData.anchor.root', inCapitals],
  ['malformed', 'gameData.anchor.contract', `0x${'C0'.repeat(20)}`],
  [
    'malformed',
    'gameData.anchor.path',
    Array.from({ length: ANCHOR_DEPTH_MAX + 1 }, () => OTHER_HASH),
  ],
  ['anchor', 'gameData.anchor.root', OTHER_HASH],
  ['anchor', 'gameData.anchor.index', 3],
  ['anchor', 'gameData.anchor.path', reversed, shortened],
  [
    'anchor',
    'gameData.anchor',
    function ofAnotherLeaf(anchor: Anchor) {
      const path = Array.from({ length: ANCHOR_DEPTH_MAX }, () => anchor.root)
      return { ...anchor, index: 0, path }
    },
  ],
  [
    'anchor',
    '',
    function outsideItsTree(record: VerificationRecord) {
      const text = anchorLeafText(toAnchorLeaf(record))
      const root = rootFromPath(nativeHashes, { text, index: 1 }, [])
      const anchor = { ...record.gameData.anchor, index: 1, path: [], root }
      return { ...record, gameData: { ...record.gameData, anchor } }
    },
  ],
]

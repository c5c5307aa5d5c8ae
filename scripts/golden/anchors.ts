import * as z from 'zod/mini'
import { anchorLeafOf } from '#core/evidence/anchor-claims.ts'
import type { FinishedRaceRecord } from '#core/evidence/race-record.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import {
  ANCHOR_DEPTH_MAX,
  type AnchorLeaf,
  anchorLeafText,
  anchorTree,
} from '#core/fairness/anchor-tree.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { rootFromPath } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { count, hex64 } from '#core/schemas/fields.ts'
import {
  anchoredRecord,
  anchorLeaves,
} from '#testing/samples/anchored-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { withData } from './forge.ts'

/** Tree of an anchor, with the path of each leaf. */
type GoldenTree = {
  leaves: AnchorLeaf[]
  root: string
  paths: string[][]
}

/** Golden vectors of anchors: core/fairness/golden/anchors.json. */
export type AnchorGoldenFile = {
  trees: GoldenTree[]
  /** Records that pass every check. */
  valid: { what: string; record: unknown }[]
}

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

export const anchorGoldenFile: z.ZodMiniType<AnchorGoldenFile> = z.strictObject(
  {
    trees: z.array(
      z.strictObject({
        leaves: z.array(leaf),
        root: hex64,
        paths: z.array(z.array(hex64)),
      }),
    ),
    valid: z.array(z.strictObject({ what: z.string(), record: z.unknown() })),
  },
)

function goldenTree(hashes: Hashes, leaves: AnchorLeaf[]): GoldenTree {
  const { path, root } = anchorTree(hashes, leaves)
  return { leaves, root, paths: leaves.map((_, index) => path(index)) }
}

/** Lists what differs when a file is regenerated, in a few words each. */
export function anchorGoldenDifferences(
  hashes: Hashes,
  { trees, valid }: AnchorGoldenFile,
): string[] {
  return [
    ...trees.flatMap((tree, index) =>
      isSameJson(tree, goldenTree(hashes, tree.leaves))
        ? []
        : [`tree ${index}`],
    ),
    ...valid
      .filter(({ record }) => recordFailure(hashes, record) !== undefined)
      .map(({ what }) => `${what}: not valid`),
  ]
}

/** Numbers of leaves around powers of two. */
const SIZES = [1, 2, 3, 4, 5, 8, 9]

/** Generates the golden vectors, with an anchor added to each of the valid records. */
export function anchorGolden(
  records: Readonly<Record<string, VerificationRecord | FinishedRaceRecord>>,
): AnchorGoldenFile {
  return {
    trees: SIZES.map((size) => goldenTree(nativeHashes, anchorLeaves(size))),
    valid: Object.entries(records).map(([what, honest]) => ({
      what,
      record: anchoredRecord(honest).record,
    })),
  }
}

type Anchored = VerificationRecord | FinishedRaceRecord

/** Records that are valid except for an anchor with another root or path. */
export function invalidAnchors(honest: Anchored): Record<string, object> {
  const { anchor } = anchoredRecord(honest)
  const claiming = (change: object) =>
    withData(honest, { anchor: { ...anchor, ...change } })
  const text = anchorLeafText(anchorLeafOf(honest))
  const path = Array.from({ length: ANCHOR_DEPTH_MAX }, () => anchor.root)
  const outside = { text, index: 1 }
  return {
    'an anchor of another root': claiming({ root: 'ab'.repeat(32) }),
    'an anchor at another place': claiming({ index: 3 }),
    'an anchor whose path goes from the top down': claiming({
      path: anchor.path.toReversed(),
    }),
    'an anchor whose path is too short': claiming({
      path: anchor.path.slice(0, -1),
    }),
    'an anchor that some other leaf has': claiming({ index: 0, path }),
    'an anchor at a place outside its tree': claiming({
      index: 1,
      path: [],
      root: rootFromPath(nobleHashes, outside, []),
    }),
  }
}

/** Records whose anchor is malformed. */
export function malformedAnchors(honest: Anchored): Record<string, object> {
  const { anchor } = anchoredRecord(honest)
  const claiming = (change: object) =>
    withData(honest, { anchor: { ...anchor, ...change } })
  const long = Array.from({ length: ANCHOR_DEPTH_MAX + 1 }, () => anchor.root)
  return {
    'an anchor that is null': withData(honest, { anchor: null }),
    'an anchor with a member too many': claiming({ more: 1 }),
    'an anchor without a block': claiming({ block: undefined }),
    'an anchor with a path of 21 siblings': claiming({ path: long }),
    'an anchor on a chain of real money': claiming({ chainId: 56 }),
    'an anchor with its root in capitals': claiming({
      root: anchor.root.toUpperCase(),
    }),
    'an anchor with its contract in capitals': claiming({
      contract: `0x${'C0'.repeat(20)}`,
    }),
  }
}

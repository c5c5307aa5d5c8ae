import * as z from 'zod/mini'
import { type AnchorLeaf, anchorTree } from '../fairness/anchor-tree.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { isSameJson } from '../fairness/same-json.ts'
import { count, hex64 } from './fields.ts'
import { recordFailure } from './verified-record.ts'

/** A tree of an anchor: its leaves, root, and the path of each leaf. */
export type GoldenTree = {
  leaves: AnchorLeaf[]
  root: string
  paths: string[][]
}

/** The golden vectors of anchors: core/fairness/golden/anchors.json. */
export type AnchorGoldenFile = {
  trees: GoldenTree[]
  /** Records in which every check holds. */
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

/** The tree over some leaves. */
export function goldenTree(hashes: Hashes, leaves: AnchorLeaf[]): GoldenTree {
  const { path, root } = anchorTree(hashes, leaves)
  return { leaves, root, paths: leaves.map((_, index) => path(index)) }
}

/** What of a file comes out otherwise when it is made again, in a few words each. */
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

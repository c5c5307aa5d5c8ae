import { anchorLeafOf } from '../../schemas/anchored-record.ts'
import type { FinishedRaceRecord } from '../../schemas/race-record.ts'
import type { RecordAnchor } from '../../schemas/record-anchor.ts'
import type { VerificationRecord } from '../../schemas/verification-record.ts'
import {
  ANCHOR_DEPTH_MAX,
  type AnchorLeaf,
  anchorLeafText,
  anchorTree,
} from '../anchor-tree.ts'
import { rootFromPath } from '../merkle.ts'
import { nobleHashes } from '../noble-hashes.ts'
import { withData } from './with-data.ts'

const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const OTHERS = 4

/** The made-up transaction that golden anchors are of. */
const TRANSACTION = {
  number: 7,
  chainId: 97,
  genesisHash: `0x${'01'.repeat(32)}`,
  contract: `0x${'c0'.repeat(20)}`,
  transaction: `0x${'02'.repeat(32)}`,
  block: 80_000_000,
  blockHash: `0x${'03'.repeat(32)}`,
  blockTimestamp: 1_772_366_000,
} as const

type Anchored = VerificationRecord | FinishedRaceRecord

const KINDS = [
  'epoch',
  'races',
  'season',
  'epoch',
  'day',
  'receipt_key',
] as const

/** Leaves of each kind in turn. */
export function goldenLeaves(size: number): AnchorLeaf[] {
  return Array.from({ length: size }, (_, number): AnchorLeaf => {
    const hash = nobleHashes.sha256(`golden leaf ${number}`)
    const kind = KINDS[number % KINDS.length] ?? 'epoch'
    if (kind !== 'epoch') return { kind, number, hash }
    return { kind, player: PLAYER, number, hash }
  })
}

/** A record behind four other leaves of one anchor. */
export function anchoredRecord<R extends Anchored>(record: R) {
  const leaves = [...goldenLeaves(OTHERS), anchorLeafOf(record)]
  const { path, root } = anchorTree(nobleHashes, leaves)
  const anchor: RecordAnchor = {
    ...TRANSACTION,
    root,
    index: OTHERS,
    path: path(OTHERS),
  }
  return { record: withData(record, { anchor }), anchor }
}

/** Records whose anchor does not hold, all else being right. */
export function wronglyAnchored(honest: Anchored): Record<string, object> {
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

/** Records whose anchor has no form. */
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

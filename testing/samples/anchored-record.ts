import { toAnchorLeaf } from '#core/evidence/anchor-claims.ts'
import type { FinishedRaceRecord } from '#core/evidence/race-record.ts'
import type { RecordAnchor } from '#core/evidence/record-anchor.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { type AnchorLeaf, anchorTree } from '#core/fairness/anchor-tree.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'

const PLAYER = '01890a5d-ac96-774b-bcce-b302099a8057'
const INDEX = 4

/** Invented transaction of all anchors. */
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

const KINDS = [
  'epoch',
  'races',
  'season',
  'epoch',
  'day',
  'receipt_key',
] as const

/** Makes leaves that cycle through the kinds. */
function anchorLeaves(count: number): AnchorLeaf[] {
  return Array.from({ length: count }, (_, number): AnchorLeaf => {
    const hash = nobleHashes.sha256(`golden leaf ${number}`)
    const kind = KINDS[number % KINDS.length] ?? 'epoch'
    if (kind !== 'epoch') return { kind, number, hash }
    return { kind, player: PLAYER, number, hash }
  })
}

/** Adds an anchor to a record, as the last leaf of its tree. */
export function anchoredRecord<
  R extends VerificationRecord | FinishedRaceRecord,
>(record: R) {
  const leaves = [...anchorLeaves(INDEX), toAnchorLeaf(record)]
  const { path, root } = anchorTree(nobleHashes, leaves)
  const anchor: RecordAnchor = {
    ...TRANSACTION,
    root,
    index: INDEX,
    path: path(INDEX),
  }
  const gameData = { ...record.gameData, anchor }
  return { record: { ...record, gameData }, anchor }
}

import { type AnchorLeaf, anchorRootFromPath } from '../fairness/anchor-tree.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type FinishedRaceRecord, isRaceRecord } from './race-record.ts'
import type { VerificationRecord } from './verification-record.ts'

/** What of a finished record is stored on a chain: what its seeds were fixed by. */
export function anchorLeafOf(
  record: VerificationRecord | FinishedRaceRecord,
): AnchorLeaf {
  if (isRaceRecord(record)) {
    return { kind: 'races', ...record.gameData.chainTerminal }
  }
  const { epoch: number, epochRoot: hash, player } = record.gameData
  return { kind: 'epoch', player, number, hash }
}

/** Whether a record's anchor has a path from its leaf to its root; undefined without one. */
export function leadsToAnchor(
  hashes: Hashes,
  record: VerificationRecord | FinishedRaceRecord,
): boolean | undefined {
  const { anchor } = record.gameData
  if (!anchor) return undefined
  const root = anchorRootFromPath(hashes, anchorLeafOf(record), anchor)
  return root === anchor.root
}

/** What a record fails whose round is proven. */
export function lastFailureOf({
  isAsShown,
  isAnchored,
}: {
  isAsShown: boolean
  isAnchored: boolean | undefined
}): 'shown' | 'anchor' | undefined {
  if (!isAsShown) return 'shown'
  return isAnchored === false ? 'anchor' : undefined
}

/**
 * Whether a record's anchor is older than its bet, by the times of block and
 * record; undefined where these do not tell. A race counts by its close, which
 * no bet is younger than. A round of several steps only says when it ended.
 *
 * @param endedAtMs the record's own time, in ms since 1970.
 */
export function isAnchoredBefore(
  record: VerificationRecord | FinishedRaceRecord,
  endedAtMs: number,
): boolean | undefined {
  const { anchor } = record.gameData
  if (!anchor) return undefined
  const minedAtMs = anchor.blockTimestamp * 1_000
  if (isRaceRecord(record)) return minedAtMs < record.gameData.closedAtMs
  if (minedAtMs >= endedAtMs) return false
  const { actions = [] } = record.gameData
  return actions.length === 0 ? true : undefined
}

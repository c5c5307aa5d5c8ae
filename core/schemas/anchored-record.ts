import { type AnchorLeaf, anchorRootFromPath } from '../fairness/anchor-tree.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type FinishedRaceRecord, isRaceRecord } from './race-record.ts'
import type { VerificationRecord } from './verification-record.ts'

/** Returns the anchored commitment to a finished record's seeds. */
export function anchorLeafOf(
  record: VerificationRecord | FinishedRaceRecord,
): AnchorLeaf {
  if (isRaceRecord(record)) {
    return { kind: 'races', ...record.gameData.chainTerminal }
  }
  const { epoch: number, epochRoot: hash, player } = record.gameData
  return { kind: 'epoch', player, number, hash }
}

/** True if the anchor's path leads from the record's leaf to its root; undefined without an anchor. */
export function leadsToAnchor(
  hashes: Hashes,
  record: VerificationRecord | FinishedRaceRecord,
): boolean | undefined {
  const { anchor } = record.gameData
  if (!anchor) return undefined
  const root = anchorRootFromPath(hashes, anchorLeafOf(record), anchor)
  return root === anchor.root
}

/** Returns the first of the last two checks that a record fails. */
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
 * True if a record's anchor is older than its bet, by the times of block and
 * record; undefined if they don't decide it. A race counts by its close, which
 * is later than its bets. A round of several steps has only the time of its end.
 *
 * @param endedAtMs time of the record, in epoch milliseconds.
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

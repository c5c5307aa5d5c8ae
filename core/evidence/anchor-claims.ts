import { type AnchorLeaf, anchorRootFromPath } from '../fairness/anchor-tree.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type ChainClaim, type Claim, checkedClaim } from './claim.ts'
import { type FinishedRaceRecord, isRaceRecord } from './race-record.ts'
import type { RecordAnchor } from './record-anchor.ts'
import type { VerificationRecord } from './round-record.ts'

type AnchoredRecord = VerificationRecord | FinishedRaceRecord

/** Inputs of a verification besides the record. */
export type Sources = {
  hashes: Hashes
  /**
   * Milliseconds of an ISO 8601 time; without it, the order of anchor and bet is
   * no claim.
   */
  parseTime?: (timestamp: string) => number
  /** Results of `checkWithNode`. */
  onChain?: readonly ChainClaim[] | undefined
}

/** Returns the anchored commitment to a finished record's seeds. */
export function toAnchorLeaf(record: AnchoredRecord): AnchorLeaf {
  if (isRaceRecord(record)) {
    return { kind: 'races', ...record.gameData.chainTerminal }
  }
  const { epoch: number, epochRoot: hash, player } = record.gameData
  return { kind: 'epoch', player, number, hash }
}

/** Returns the claims of a record about chains: its anchor and its salt block. */
export function chainClaims(
  record: AnchoredRecord,
  sources: Sources,
  isSeen = false,
): Claim[] {
  const { onChain = [] } = sources
  const { anchor } = record.gameData
  const isSalted = isRaceRecord(record) && record.gameData.saltBlock
  const isContradicted = onChain.some(({ status }) => status === 'contradicted')
  return [
    ...(isContradicted ? [checkedClaim('chain', false)] : []),
    ...(isSalted ? [findClaim(onChain, 'salt')] : []),
    ...(anchor ? anchorClaims({ record, anchor, isSeen }, sources) : []),
  ]
}

function findClaim(
  onChain: readonly ChainClaim[],
  about: ChainClaim['about'],
): Claim {
  const found = onChain.find((claim) => claim.about === about)
  return found ?? { about, code: 'not_asked', status: 'unchecked' }
}

type Anchored = {
  record: AnchoredRecord
  anchor: RecordAnchor
  /** True if the browser had seen the anchor's block before the bet. */
  isSeen: boolean
}

function anchorClaims(
  { record, anchor, isSeen }: Anchored,
  { hashes, onChain = [], parseTime }: Sources,
): Claim[] {
  const root = anchorRootFromPath(hashes, toAnchorLeaf(record), anchor)
  const path =
    root === anchor.root
      ? checkedClaim('anchor_path', true)
      : checkedClaim('anchor_elsewhere', false)
  return [
    { ...path, about: 'anchor' },
    findClaim(onChain, 'anchor'),
    ...(parseTime ? [orderClaim({ record, anchor, isSeen }, parseTime)] : []),
  ]
}

/**
 * Compares a record's anchor with its bet, by the times of block and record. A
 * race counts by its close, which is later than its bets. A round of several
 * steps has only the time of its end.
 */
function orderClaim(
  { record, anchor, isSeen }: Anchored,
  parseTime: (timestamp: string) => number,
): Claim {
  const about = 'anchor'
  if (isSeen) return { about, code: 'anchor_seen', status: 'proven' }
  const isRace = isRaceRecord(record)
  const endedAtMs = isRace
    ? record.gameData.closedAtMs
    : parseTime(record.timestamp)
  if (anchor.blockTimestamp * 1_000 >= endedAtMs) {
    return { about, code: 'anchor_after', status: 'unchecked' }
  }
  const hasSteps = !isRace && (record.gameData.actions ?? []).length > 0
  return hasSteps
    ? { about, code: 'anchor_before_end', status: 'unchecked' }
    : { about, code: 'anchor_before', status: 'proven' }
}

/** True if an anchor's path contradicts the record. */
export function isOffAnchor(claims: readonly Claim[]): boolean {
  return claims.some(({ code }) => code === 'anchor_elsewhere')
}

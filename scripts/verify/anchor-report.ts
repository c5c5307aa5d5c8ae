import { isAnchoredBefore } from '#core/schemas/anchored-record.ts'
import { anchorOnChain } from '#core/schemas/on-chain-evidence.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import type { RecordAnchor } from '#core/schemas/record-anchor.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { askNode, foundText } from './ask-node.ts'
import { checkLine } from './check-line.ts'
import type { ChainReport } from './report.ts'

/** What a record says of its anchor by itself; nothing without one. */
export function anchorLines(
  isAnchored: boolean | undefined,
  leaf: string,
): string[] {
  if (isAnchored === undefined) return []
  return [checkLine(isAnchored, `${leaf} leads to the anchored root`)]
}

/** What the chain says of a record's anchor, where there is one. */
export async function anchorReport(
  record: VerificationRecord | FinishedRaceRecord,
  rpc: string | undefined,
): Promise<ChainReport> {
  const { anchor } = record.gameData
  if (!anchor) {
    return { lines: ['Not anchored on a chain.'], contradiction: undefined }
  }
  const found = rpc ? await anchorOnChain(askNode(rpc), anchor) : undefined
  const lines = [
    `Anchored under root ${anchor.number} of ${anchor.contract} on chain ${anchor.chainId}:`,
    `  root     ${anchor.root}`,
    `  block    ${anchor.block}, of ${timeOf(anchor)}, ${orderOf(record)}`,
    `  sent by  ${anchor.transaction}`,
    `  chain    ${foundText(found)}`,
  ]
  const isContradicted = found?.finding === 'contradicted'
  return {
    lines,
    contradiction: isContradicted
      ? `NOT PROVEN: the chain contradicts the anchor's ${found.by}.`
      : undefined,
  }
}

function orderOf(record: VerificationRecord | FinishedRaceRecord): string {
  const isBefore = isAnchoredBefore(record, Date.parse(record.timestamp))
  if (isBefore === undefined) return 'before the end of the round'
  return isBefore ? 'before the bet' : 'after the bet'
}

function timeOf({ blockTimestamp }: RecordAnchor): string {
  return new Date(blockTimestamp * 1_000).toISOString()
}

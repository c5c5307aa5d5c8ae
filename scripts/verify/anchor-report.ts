import {
  type AskNode,
  anchorOnChain,
  type ChainFinding,
  rpcResult,
  type Silence,
} from '#core/schemas/anchor-on-chain.ts'
import { isAnchoredBefore } from '#core/schemas/anchored-record.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import type { RecordAnchor } from '#core/schemas/record-anchor.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { checkLine } from './check-line.ts'

const ANSWER_WITHIN_MS = 10_000

const SILENCES: Record<Silence, string> = {
  no_answer: 'the node does not answer',
  other_chain: 'the node is of another chain',
  behind: 'the node has not come as far as the block',
  nonsense: 'the node answers what no node would',
  pruned: 'the root is there, but the node no longer has its transaction',
}

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
): Promise<{ lines: string[]; contradiction: string | undefined }> {
  const { anchor } = record.gameData
  if (!anchor) {
    return { lines: ['Not anchored on a chain.'], contradiction: undefined }
  }
  const found = rpc && (await anchorOnChain(askNode(rpc), anchor))
  const lines = [
    `Anchored under root ${anchor.number} of ${anchor.contract} on chain ${anchor.chainId}:`,
    `  root     ${anchor.root}`,
    `  block    ${anchor.block}, of ${timeOf(anchor)}, ${orderOf(record)}`,
    `  sent by  ${anchor.transaction}`,
    `  chain    ${foundText(found)}`,
  ]
  const isContradicted = found && found.finding === 'contradicted'
  return {
    lines,
    contradiction: isContradicted
      ? `NOT PROVEN: the chain contradicts the anchor's ${found.by}.`
      : undefined,
  }
}

function foundText(found: ChainFinding | '' | undefined): string {
  if (!found) return 'not checked: name a node with --rpc'
  if (found.finding === 'not_checked') {
    return `not checked: ${SILENCES[found.because]}`
  }
  return found.finding
}

function orderOf(record: VerificationRecord | FinishedRaceRecord): string {
  const isBefore = isAnchoredBefore(record, Date.parse(record.timestamp))
  if (isBefore === undefined) return 'before the end of the round'
  return isBefore ? 'before the bet' : 'after the bet'
}

function timeOf({ blockTimestamp }: RecordAnchor): string {
  return new Date(blockTimestamp * 1_000).toISOString()
}

function askNode(url: string): AskNode {
  return async (method, params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return rpcResult(await answer.json())
  }
}

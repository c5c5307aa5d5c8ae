import {
  type ChainFinding,
  type RequestNode,
  rpcResult,
  type UncheckedReason,
} from '#core/schemas/node-answers.ts'

const ANSWER_WITHIN_MS = 10_000

const UNCHECKED_REASONS: Record<UncheckedReason, string> = {
  no_answer: 'the node does not answer',
  other_chain: 'the node is of another chain',
  behind: 'the node has not come as far as the block',
  nonsense: 'the node answers what no node would',
  pruned: 'the node no longer has that block or transaction',
}

/** Connects to a node by JSON-RPC over HTTP. */
export function askNode(url: string): RequestNode {
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

/** Formats a node's finding. @param found undefined if no node was queried. */
export function foundText(found: ChainFinding<string> | undefined): string {
  if (!found) return 'not checked: name a node with --rpc'
  if (found.finding === 'not_checked') {
    return `not checked: ${UNCHECKED_REASONS[found.because]}`
  }
  return found.finding
}

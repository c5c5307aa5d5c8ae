import * as z from 'zod/mini'
import { type RequestNode, rpcResult } from '#core/evidence/on-chain.ts'

/** Somebody who can be asked about a chain. */
export type ChainNode = { name: string; ask: RequestNode }

const ANSWER_WITHIN_MS = 10_000

const injected = z.custom<{
  request(asked: { method: string; params: unknown }): Promise<unknown>
}>((value) => typeof value === 'object' && value !== null && 'request' in value)

/** A node at an address, by JSON-RPC over HTTP. */
export function nodeAt(url: string, name = url): ChainNode {
  const ask: RequestNode = async (method, params) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    return rpcResult(await answer.json())
  }
  return { name, ask }
}

/**
 * The visitor's own wallet, where the browser has one: by its own interface
 * (EIP-1193), without any code of ours for wallets and without connecting it.
 */
export function walletNode(): ChainNode | undefined {
  const { data: wallet } = injected.safeParse(
    'ethereum' in window ? window.ethereum : undefined,
  )
  if (!wallet) return undefined
  return {
    name: 'my own wallet',
    ask: (method, params) => wallet.request({ method, params }),
  }
}

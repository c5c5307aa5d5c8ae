import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PublicClient } from 'viem'
import { headIntervalOf } from '#core/chain/head-interval.ts'
import type { TestChainId } from '#core/chain/test-chains.ts'
import { type Generation, headOf } from './generation.ts'
import type { BlockId } from './is-on-chain.ts'

type Watch = {
  generation: Generation
  database: Pool
  nodes: readonly PublicClient[]
  chainId: TestChainId
  /** Called once, when the generation has caught up. */
  onLive: () => Promise<void>
}

const CHECK_EVERY_MS = 500

/** How an indexer gets lost: for how long it may look so, and why it is. */
const SIGNS = {
  // Ponder follows an ordinary reorganisation within a poll or two. Deeper
  // than 30 blocks it can't; it would try for ten minutes and then end.
  strayed: {
    patienceMs: 2_000,
    reason: 'The chain was reorganised deeper than Ponder can follow',
  },
  // After an RPC was away, Ponder may wait half a minute to ask it again.
  stalled: {
    patienceMs: 5_000,
    reason: 'The chain moved on, and Ponder did not',
  },
} satisfies Record<string, { patienceMs: number; reason: string }>
type Sign = keyof typeof SIGNS

/** Settles when the indexer is lost, with the reason in words. */
export async function untilLost(
  watch: Watch,
  signal: AbortSignal,
): Promise<string> {
  const { database, generation, onLive } = watch
  let isLive = false
  let doubt: { sign: Sign; hash: string; sinceMs: number } | undefined
  for (;;) {
    await sleep(CHECK_EVERY_MS, undefined, { signal })
    const head = await headOf(database, generation)
    if (!head) continue
    if (!isLive) await onLive()
    isLive = true
    const sign = await signOf(watch, head)
    const { hash } = head
    const sinceMs = performance.now()
    if (!sign) doubt = undefined
    else if (doubt?.sign !== sign || doubt.hash !== hash) {
      doubt = { sign, hash, sinceMs }
    } else if (sinceMs - doubt.sinceMs >= SIGNS[sign].patienceMs) {
      return SIGNS[sign].reason
    }
  }
}

/** What the chain says against an indexer with that head. */
async function signOf(
  { nodes, chainId }: Watch,
  head: BlockId,
): Promise<Sign | undefined> {
  const answers = await Promise.all(nodes.map((node) => look(node, head)))
  const seen = answers.flatMap((answer) => answer ?? [])
  if (seen.length === 0) return undefined
  if (!seen.some(({ hash }) => hash === head.hash)) return 'strayed'
  const due = head.number + BigInt(headIntervalOf(chainId))
  return seen.some(({ newest }) => newest >= due) ? 'stalled' : undefined
}

/** A node that is away, or has not come as far, says nothing. */
async function look(
  node: PublicClient,
  { number }: BlockId,
): Promise<{ hash: string; newest: bigint } | undefined> {
  try {
    const { hash } = await node.getBlock({ blockNumber: number })
    return { hash, newest: await node.getBlockNumber({ cacheTime: 0 }) }
  } catch {
    return undefined
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'
import {
  type BlockId,
  type Generation,
  headOf,
  progressOf,
} from './generation.ts'
import { type LostSign, LostSignTimer } from './lost-sign.ts'
import type { NodeProxy } from './node-proxy.ts'

type Watch = {
  generation: Generation
  database: Pool
  chain: Chain
  proxy: Pick<NodeProxy, 'chain' | 'isAsking'>
  /** By how many times longer than usual it may look lost. */
  patience: number
  /** Called once, when the generation has caught up with what is final. */
  onLive: () => Promise<void>
  /** Called whenever it is seen to keep up with the chain. */
  onUpToDate: () => void
}

const CHECK_EVERY_MS = 500
/** Nine seconds of the testnet. */
const BEHIND_MOST = 20
const UP_TO_DATE = 'up_to_date'

/** Settles when the indexer is lost, with the reason in words. */
export async function untilLost(
  watch: Watch,
  signal: AbortSignal,
): Promise<string> {
  const { database, generation, onLive, onUpToDate } = watch
  const timer = new LostSignTimer(watch.patience)
  let isLive = false
  for (;;) {
    await sleep(CHECK_EVERY_MS, undefined, { signal })
    const head = await headOf(database, generation)
    if (head && !isLive) await onLive()
    isLive ||= head !== undefined
    const shown = await standingOf(watch, head)
    if (shown === UP_TO_DATE) onUpToDate()
    const sign = shown === UP_TO_DATE ? undefined : shown
    const point = head?.hash ?? (await progressOf(database, generation))
    const reason = timer.observe(sign, point)
    if (reason) return reason
  }
}

/** What the chain says of an indexer with that head; nothing while no node answers. */
async function standingOf(
  { chain, proxy }: Watch,
  head: BlockId | undefined,
): Promise<LostSign | typeof UP_TO_DATE | undefined> {
  const isLocal = chain.deployment.chainId === LOCAL_CHAIN
  if (isLocal && (await isRenewed(chain))) return 'renewed'
  const newest = proxy.chain.head?.number
  if (!newest || !proxy.chain.isReachable) return undefined
  if (!head) return 'stuck'
  const isBehind = newest - head.number > (isLocal ? 0 : BEHIND_MOST)
  const shown = await shownAt(proxy, { number: head.number, isBehind })
  if (shown && shown !== head.hash) return 'diverged'
  if (!isBehind) return UP_TO_DATE
  // It waits for a node as we do.
  return proxy.isAsking() ? undefined : 'stalled'
}

/** The chain's hash at a height; requested only for an indexer that is behind. */
async function shownAt(
  { chain }: Watch['proxy'],
  { number, isBehind }: { number: number; isBehind: boolean },
): Promise<string | undefined> {
  const known = chain.hashAt(number)
  if (known || !isBehind) return known
  const block = await chain.byNumber(number).catch(() => undefined)
  return block?.hash
}

/** Returns true if another chain has replaced a local one. */
async function isRenewed({ deployment, nodes }: Chain): Promise<boolean> {
  const seen = await nodes.askReachable((node) => node.hashAt(0n))
  return (
    seen.length > 0 &&
    seen.every(({ answer }) => answer !== deployment.genesisHash)
  )
}

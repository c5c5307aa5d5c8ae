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
import { type LostSign, openLostSignTimer } from './lost-sign.ts'
import type { NodeProxy } from './node-proxy.ts'

type Watch = {
  generation: Generation
  database: Pool
  chain: Chain
  proxy: Pick<NodeProxy, 'chain' | 'isAsking'>
  /** Multiplies the timeouts. */
  timeoutFactor: number
  /** Called once the generation has caught up with final blocks. */
  onLive: () => Promise<void>
  /** Called at each check at which it keeps up. */
  onUpToDate: () => void
}

const CHECK_EVERY_MS = 500
/** 9 s of the testnet. */
const BEHIND_MOST = 20
const UP_TO_DATE = 'up_to_date'

/** Resolves with the reason when the indexer is lost. */
export async function untilLost(
  watch: Watch,
  signal: AbortSignal,
): Promise<string> {
  const { database, generation, onLive, onUpToDate } = watch
  const observe = openLostSignTimer(watch.timeoutFactor)
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
    const reason = observe(sign, point)
    if (reason) return reason
  }
}

/** Returns the sign that the chain gives of the indexer; undefined if unknown. */
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
  // Waits for a node.
  return proxy.isAsking() ? undefined : 'stalled'
}

/** Returns the hash at a height; requests it only if the indexer lags. */
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

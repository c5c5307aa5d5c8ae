import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'
import type { NodeProxy } from './node-proxy.ts'
import {
  type BlockId,
  type Generation,
  readHead,
  readProgress,
} from './ponder-schemas.ts'

const CHECK_EVERY_MS = 500
/** 9 s of the testnet. */
const BEHIND_MOST = 20
const UP_TO_DATE = 'up_to_date'

/** Signs of a lost indexer, and how long each may last. */
const TIMEOUT_MS = {
  /** Another chain has replaced a local one. */
  renewed: 0,
  /**
   * No progress before it is live. A backfill writes every few seconds, and one
   * that never reaches the head would never be live.
   */
  stuck: 120_000,
  /**
   * On another branch. Ponder follows reorganisations of up to 30 blocks within a
   * poll or two; on deeper ones it fails after ten minutes.
   */
  diverged: 2_000,
  /** No progress although no node delays it. Ponder pauses for half a minute after an outage. */
  stalled: 5_000,
}

export type LostSign = keyof typeof TIMEOUT_MS

type Watch = {
  generation: Generation
  database: Pool
  chain: Chain
  proxy: Pick<NodeProxy, 'chain' | 'hasOpenRequests'>
  /** Multiplies the timeouts. */
  timeoutFactor: number
  /** Called once the generation has caught up with final blocks. */
  onLive: () => Promise<void>
  /** Called at each check at which it keeps up. */
  onUpToDate: () => void
}

/** Resolves with the sign of a lost indexer. */
export async function untilLost(
  watch: Watch,
  signal: AbortSignal,
): Promise<LostSign> {
  const { database, generation, onLive, onUpToDate } = watch
  const hasTimedOut = createLostSignTimer(watch.timeoutFactor)
  let isLive = false
  for (;;) {
    await sleep(CHECK_EVERY_MS, undefined, { signal })
    const head = await readHead(database, generation)
    if (head && !isLive) await onLive()
    isLive ||= head !== undefined
    const shown = await readStanding(watch, head)
    if (shown === UP_TO_DATE) onUpToDate()
    const sign = shown === UP_TO_DATE ? undefined : shown
    const point = head?.hash ?? (await readProgress(database, generation))
    if (hasTimedOut(sign, point) && sign) return sign
  }
}

/** @param timeoutFactor multiplies the usual timeouts */
export function createLostSignTimer(
  timeoutFactor: number,
  nowMs = () => performance.now(),
) {
  let shown: { sign: LostSign; point: string; sinceMs: number } | undefined

  /**
   * @param point progress of the indexer; resets the time when it changes
   * @returns true once a sign has timed out
   */
  return (sign: LostSign | undefined, point: string): boolean => {
    const isSame = shown?.sign === sign && shown?.point === point
    if (!isSame) shown = sign && { sign, point, sinceMs: nowMs() }
    if (!(shown && isSame)) return false
    return nowMs() - shown.sinceMs >= TIMEOUT_MS[shown.sign] * timeoutFactor
  }
}

/** Returns the sign that the chain gives of the indexer; undefined if unknown. */
async function readStanding(
  { chain, proxy }: Watch,
  head: BlockId | undefined,
): Promise<LostSign | typeof UP_TO_DATE | undefined> {
  const isLocal = chain.deployment.chainId === LOCAL_CHAIN
  if (isLocal && (await isRenewed(chain))) return 'renewed'
  const newest = proxy.chain.head()?.number
  if (!newest || !proxy.chain.isReachable()) return undefined
  if (!head) return 'stuck'
  const { number, hash } = head
  const isBehind = newest - number > (isLocal ? 0 : BEHIND_MOST)
  // Requests the block only if the indexer lags.
  const read = async () => (await proxy.chain.byNumber(number))?.hash
  const unread = () => (isBehind ? read().catch(() => undefined) : undefined)
  const shown = proxy.chain.getHash(number) ?? (await unread())
  if (shown && shown !== hash) return 'diverged'
  if (!isBehind) return UP_TO_DATE
  // Waits for a node.
  return proxy.hasOpenRequests() ? undefined : 'stalled'
}

/** Returns true if another chain has replaced a local one. */
async function isRenewed({ deployment, nodes }: Chain): Promise<boolean> {
  const seen = await nodes.queryReachable((node) => node.hashAt(0n))
  return (
    seen.length > 0 &&
    seen.every(({ answer }) => answer !== deployment.genesisHash)
  )
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PublicClient } from 'viem'
import { type Generation, headOf } from './generation.ts'
import { type BlockId, isOnChain } from './is-on-chain.ts'

type Watch = {
  generation: Generation
  database: Pool
  client: PublicClient
  /** Called once, when the generation has caught up. */
  onLive: () => Promise<void>
  signal: AbortSignal
}

const CHECK_EVERY_MS = 500
// Ponder follows an ordinary reorganisation within a poll or two.
const STRAYED_AFTER_MS = 2000

/**
 * Settles when the indexer has strayed: its newest block is not on the chain,
 * and it stays there. Deeper than 30 blocks Ponder can't follow a
 * reorganisation; it would try for ten minutes and then end.
 */
export async function untilStrayed(watch: Watch): Promise<void> {
  let isLive = false
  let lost: { head: BlockId; sinceMs: number } | undefined
  while (!watch.signal.aborted) {
    await sleep(CHECK_EVERY_MS)
    const head = await headOf(watch.database, watch.generation)
    if (!head) continue
    if (!isLive) await watch.onLive()
    isLive = true
    if (await isOnChain(watch.client, head)) {
      lost = undefined
    } else if (lost?.head.hash !== head.hash) {
      lost = { head, sinceMs: performance.now() }
    } else if (performance.now() - lost.sinceMs >= STRAYED_AFTER_MS) {
      return
    }
  }
}

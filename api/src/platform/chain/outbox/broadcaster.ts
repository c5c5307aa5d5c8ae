import type { Hash, Hex } from 'viem'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { rpcFailure } from '../nodes/rpc-failure.ts'

/** Errors for transactions that are pending or mined already. */
const KNOWN_ALREADY =
  /already (known|imported)|\bknown transaction|nonce too low/i

export type Broadcaster = ReturnType<typeof openBroadcaster>

/** Sends signed transactions to the nodes, and notes when. */
export function openBroadcaster({
  chain,
  log,
}: {
  chain: Pick<Chain, 'client'>
  log: Logger
}) {
  const sent = new Map<Hash, { firstMs: number; lastMs: number }>()

  return {
    async send({ hash, raw }: { hash: Hash; raw: Hex }): Promise<void> {
      const lastMs = performance.now()
      const firstMs = sent.get(hash)?.firstMs ?? lastMs
      sent.set(hash, { firstMs, lastMs })
      try {
        await chain.client.sendRawTransaction({ serializedTransaction: raw })
      } catch (thrown) {
        // The node's answer is not final: receipts decide.
        const error = rpcFailure(thrown)
        const text = error instanceof Error ? error.message : ''
        if (KNOWN_ALREADY.test(text)) return
        log.warn({ error, hash }, 'outbox.broadcast_failed')
      }
    },

    /** Returns the time since this process sent it first and last. */
    waited(hash: Hash) {
      const times = sent.get(hash)
      if (!times) return undefined
      const nowMs = performance.now()
      return {
        sinceFirstMs: nowMs - times.firstMs,
        sinceLastMs: nowMs - times.lastMs,
      }
    },

    /** Drops transactions that are mined or lost. */
    forget(signed: readonly { hash: Hash }[]): void {
      for (const { hash } of signed) sent.delete(hash)
    },
  }
}

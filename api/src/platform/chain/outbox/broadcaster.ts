import type { Hash, Hex } from 'viem'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { rpcFailure } from '../nodes/rpc-failure.ts'

/** Errors for transactions that are pending or mined already. */
const KNOWN_ALREADY =
  /already (known|imported)|\bknown transaction|nonce too low/i

type Signed = { hash: Hash; raw: Hex }

/** Sends signed transactions to the nodes, and notes when. */
export class Broadcaster {
  readonly #chain: Chain
  readonly #log: Logger
  readonly #sent = new Map<Hash, { firstMs: number; lastMs: number }>()

  constructor({ chain, log }: { chain: Chain; log: Logger }) {
    this.#chain = chain
    this.#log = log
  }

  async send({ hash, raw }: Signed): Promise<void> {
    const lastMs = performance.now()
    const firstMs = this.#sent.get(hash)?.firstMs ?? lastMs
    this.#sent.set(hash, { firstMs, lastMs })
    try {
      const { client } = this.#chain
      await client.sendRawTransaction({ serializedTransaction: raw })
    } catch (thrown) {
      // The node's answer is not final: receipts decide.
      const error = rpcFailure(thrown)
      const text = error instanceof Error ? error.message : ''
      if (KNOWN_ALREADY.test(text)) return
      this.#log.warn({ error, hash }, 'outbox.broadcast_failed')
    }
  }

  /** Returns the time since this process sent it first and last. */
  waited(
    hash: Hash,
  ): { sinceFirstMs: number; sinceLastMs: number } | undefined {
    const sent = this.#sent.get(hash)
    if (!sent) return undefined
    const nowMs = performance.now()
    return {
      sinceFirstMs: nowMs - sent.firstMs,
      sinceLastMs: nowMs - sent.lastMs,
    }
  }

  /** Drops transactions that are mined or lost. */
  forget(signed: readonly { hash: Hash }[]): void {
    for (const { hash } of signed) this.#sent.delete(hash)
  }
}

import type { Hash, Hex } from 'viem'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { rpcFailure } from '../nodes/rpc-failure.ts'

/** What a node says to bytes that it has, or that the chain has. */
const KNOWN_ALREADY =
  /already (known|imported)|\bknown transaction|nonce too low/i

type Signed = { hash: Hash; raw: Hex }

/** Gives nodes what was signed and stored, and remembers when. */
export class Broadcaster {
  readonly #chain: Chain
  readonly #log: Logger
  /** When this process sent something first and last. */
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
      // Whatever a node says, the chain decides: it is looked for there.
      const error = rpcFailure(thrown)
      const text = error instanceof Error ? error.message : ''
      if (KNOWN_ALREADY.test(text)) return
      this.#log.warn({ error, hash }, 'outbox.broadcast_failed')
    }
  }

  /** How long ago this process sent it first and last. */
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

  /** They are on the chain, or will never be. */
  forget(signed: readonly { hash: Hash }[]): void {
    for (const { hash } of signed) this.#sent.delete(hash)
  }
}

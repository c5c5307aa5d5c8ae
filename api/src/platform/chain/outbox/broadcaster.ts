import type { Hash, Hex } from 'viem'
import { assert } from '#core/assert.ts'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { rpcFailure } from '../nodes/rpc-failure.ts'
import { type Fees, isOutbid } from './fees.ts'

export type Timeouts = {
  /** Until the same bytes are sent again; nodes may have dropped them. */
  resendMs: number
  /** Until the fees are raised. */
  stuckMs: number
  /** Until another use of the key is checked for. */
  lostMs: number
}

const TIMEOUTS: Timeouts = { resendMs: 3_000, stuckMs: 15_000, lostMs: 30_000 }

/** Errors for transactions that are pending or mined already. */
const KNOWN_ALREADY =
  /already (known|imported)|\bknown transaction|nonce too low/i

/** A signed transaction, stored before it is sent. */
type Attempt = Fees & { hash: Hash; raw: Hex }

/** Sends signed transactions to the nodes until one of their attempts is mined. */
export function createBroadcaster({
  chain,
  log,
  timeouts = TIMEOUTS,
}: {
  chain: Pick<Chain, 'client'>
  log: Logger
  timeouts?: Timeouts | undefined
}) {
  /** Times at which this process sent an attempt first and last. */
  const sent = new Map<Hash, { firstMs: number; lastMs: number }>()

  async function send({ hash, raw }: Omit<Attempt, keyof Fees>): Promise<void> {
    const lastMs = performance.now()
    sent.set(hash, { firstMs: sent.get(hash)?.firstMs ?? lastMs, lastMs })
    try {
      await chain.client.sendRawTransaction({ serializedTransaction: raw })
    } catch (thrown) {
      // The node's answer is not final: receipts decide.
      const error = rpcFailure(thrown)
      if (KNOWN_ALREADY.test(String(error))) return
      log.warn({ error, hash }, 'outbox.broadcast_failed')
    }
  }

  /**
   * Resends the newest attempt of a transaction, or replaces or recovers it.
   *
   * @param attempts newest first.
   * @param on `raiseFees`: signs the next attempt, if the sender can pay more;
   * left out while earlier nonces are waiting. `recover`: gives the transaction
   * up, if it can't be mined any more. Both return true when they did.
   */
  async function pursue<T extends Attempt>(
    attempts: readonly T[],
    on: {
      raiseFees: ((newest: T) => Promise<boolean>) | undefined
      recover(): Promise<boolean>
    },
  ): Promise<void> {
    const [newest] = attempts
    assert(newest !== undefined, 'a sent transaction has an attempt')
    const times = sent.get(newest.hash)
    // Another process sent it during an earlier term.
    if (!times) return send(newest)
    const nowMs = performance.now()
    const sinceFirstMs = nowMs - times.firstMs
    if (sinceFirstMs >= timeouts.lostMs && (await on.recover())) return
    if (nowMs - times.lastMs < timeouts.resendMs) return
    if (on.raiseFees) {
      const isStuck =
        sinceFirstMs >= timeouts.stuckMs ||
        (await isOutbid(chain.client, newest))
      if (isStuck && (await on.raiseFees(newest))) return
    }
    await send(newest)
  }

  return {
    send,
    pursue,

    /** Drops attempts of a transaction that is mined or lost. */
    forget(attempts: readonly { hash: Hash }[]): void {
      for (const { hash } of attempts) sent.delete(hash)
    },
  }
}

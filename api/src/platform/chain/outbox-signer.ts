import type { Hash } from 'viem'
import { assert } from '#core/errors.ts'
import type { Term } from '../db/lease.ts'
import type { Logger } from '../logger.ts'
import type { Call, Fees, OperatorAccount } from './operator-account.ts'
import type { Attempt, OutboxRow, OutboxStore } from './outbox.store.ts'
import { rpcFailure } from './rpc-failure.ts'

/** What a node says to bytes that it has, or that the chain has. */
const KNOWN_ALREADY =
  /already (known|imported)|\bknown transaction|nonce too low/i

/** Signs outbox transactions, keeps what it signed, and only then sends it. */
export class OutboxSigner {
  readonly #store: OutboxStore
  readonly #account: OperatorAccount
  readonly #log: Logger
  /** When this process sent an attempt first and last, by hash. */
  readonly #sent = new Map<Hash, { firstMs: number; lastMs: number }>()

  constructor(deps: {
    store: OutboxStore
    account: OperatorAccount
    log: Logger
  }) {
    this.#store = deps.store
    this.#account = deps.account
    this.#log = deps.log
  }

  /** @param row with the nonce and the gas it is to have. */
  async sign(term: Term, row: OutboxRow, fees: Fees): Promise<void> {
    const { id, nonce, gas } = row
    assert(nonce !== null && gas !== null, 'a nonce and gas are chosen first')
    const signing = { ...callOf(row), ...fees, nonce, gas }
    const attempt = { ...(await this.#account.sign(signing)), ...fees }
    const sender = this.#account.address
    await this.#store.write(term, async (tx) => {
      await this.#store.addAttempt(tx, { ...attempt, transactionId: id })
      const change = {
        status: 'sent',
        problem: null,
        nonce,
        gas,
        sender,
      } as const
      await this.#store.change(tx, id, change)
    })
    await this.send(attempt)
  }

  async send({ hash, raw }: Pick<Attempt, 'hash' | 'raw'>): Promise<void> {
    const lastMs = performance.now()
    const firstMs = this.#sent.get(hash)?.firstMs ?? lastMs
    this.#sent.set(hash, { firstMs, lastMs })
    try {
      await this.#account.send(raw)
    } catch (thrown) {
      // Whatever a node says, the chain decides: it is looked for there.
      const error = rpcFailure(thrown)
      const text = error instanceof Error ? error.message : ''
      if (KNOWN_ALREADY.test(text)) return
      this.#log.warn({ error, hash }, 'operator call not accepted yet')
    }
  }

  /** How long ago this process sent an attempt first and last. */
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

  /** It is on the chain, or will never be. */
  forget(attempts: readonly Attempt[]): void {
    for (const { hash } of attempts) this.#sent.delete(hash)
  }
}

export function callOf({ to, data, value }: OutboxRow): Call {
  return { to, data, value }
}

import { type Address, encodeFunctionData } from 'viem'
import { afterAll, expect } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { readInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { createOutboxStore } from '../../api/src/platform/chain/outbox/outbox.store.ts'
import {
  createOutboxSender,
  type OutboxSender,
  type SenderDeps,
} from '../../api/src/platform/chain/outbox/outbox-sender.ts'
import { createSigningAccount } from '../../api/src/platform/chain/outbox/signing-account.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'
import {
  createLease,
  type Lease,
  type Term,
} from '../../api/src/platform/db/lease.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import { delayFinality, startFaultyNode } from './faulty-node.ts'
import { OPERATOR_KEY } from './operator-key.ts'
import { freshChain } from './shared-chains.ts'

/** Short timeouts, so that resends and recoveries start soon. */
export const SHORT_TIMEOUTS = { resendMs: 100, stuckMs: 300, lostMs: 600 }

/**
 * Creates an outbox that a test ticks as its leader, over a chain that mines each
 * transaction.
 *
 * @param options `finalAfter`: blocks from the head to the newest final one.
 */
export async function createOutboxHarness(
  options: { finalAfter?: number } = {},
) {
  const harness = await freshChain()
  const { deployment, env, withoutMining } = harness
  const database = await createTestDatabase()
  const db = openDatabase(database.pool)
  const log = makeLogger('silent')
  const profile = delayFinality(options.finalAfter ?? 0)
  const node = await startFaultyNode(env.RPC_URL, profile)
  const chain = await openChain({ rpcUrls: [node.url], deployment }, { log })
  const account = createSigningAccount(OPERATOR_KEY, chain)
  const instanceId = await readInstanceId(db, deployment)
  const store = createOutboxStore(db, instanceId)
  const lease = createTestLease('operator')
  afterAll(async () => {
    await lease.release()
    await database.close()
    node.close()
  })

  /** Creates a lease that outlives pauses of the machine. */
  function createTestLease(name: string): Lease {
    return createLease(name, { db, log, lifeSeconds: 3_600 })
  }

  /** Returns the current term: a pause may have ended an earlier one. */
  const term = () => readTerm(lease)

  /** Opens the sender of a process that has just started. */
  function newSender(changes: Partial<SenderDeps> = {}): OutboxSender {
    const timeouts = SHORT_TIMEOUTS
    const deps = { store, chain, account, log, timeouts }
    return createOutboxSender({ ...deps, ...changes })
  }

  /** Queues the registration of wallets. @returns its transaction. */
  function enqueue(...wallets: Address[]): Promise<number> {
    const data = encodeFunctionData({
      abi: depositRegistryAbi,
      functionName: 'registerWallets',
      args: [wallets],
    })
    const call = { to: deployment.registry, data }
    return db.transaction((tx) =>
      store.enqueue(tx, { purpose: 'register_wallets', ...call }),
    )
  }

  async function readRow(id: number) {
    const { rows } = await database.pool.query(
      'SELECT status, nonce, sender, problem FROM outbox_transactions WHERE id = $1',
      [id],
    )
    return rows[0]
  }

  /** Ticks until the transaction matches. */
  async function tickUntil(
    sender: OutboxSender,
    id: number,
    described: { status: string; problem?: string | null },
    leading: () => Promise<Term> = term,
  ): Promise<void> {
    await expect
      .poll(async () => {
        await sender.tick(await leading())
        return readRow(id)
      })
      .toMatchObject(described)
  }

  return {
    account,
    chain,
    database,
    db,
    enqueue,
    harness,
    instanceId,
    lease,
    createTestLease,
    log,
    newSender,
    node,
    readRow,
    store,
    term,
    tickUntil,
    withoutMining,
  }
}

export async function readTerm(lease: Lease): Promise<Term> {
  const term = await lease.term()
  if (!term) throw new Error('Another process leads')
  return term
}

import { type Address, encodeFunctionData } from 'viem'
import { afterAll, expect } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { instanceIdOf } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { operatorAccount } from '../../api/src/platform/chain/outbox/operator-account.ts'
import { OutboxStore } from '../../api/src/platform/chain/outbox/outbox.store.ts'
import {
  OutboxSender,
  type SenderDeps,
} from '../../api/src/platform/chain/outbox/outbox-sender.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'
import { Lease, type Term } from '../../api/src/platform/db/lease.ts'
import { migrate } from '../../api/src/platform/db/migrate.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { depositRegistryAbi } from '../../contracts/generated/deposit-registry.ts'
import { OPERATOR_KEY } from './operator-key.ts'
import { freshChain } from './shared-chains.ts'

type Parts = Awaited<ReturnType<typeof openParts>>

/**
 * An outbox that a test ticks itself, as the one who leads, over a chain that
 * mines by transactions.
 */
export async function openOutboxHarness() {
  const parts = await openParts()
  const { account, chain, database, lease, log, metrics, store } = parts
  /**
   * The one that runs: a process that was held up may have lost an earlier one.
   */
  const term = () => termOf(lease)
  afterAll(async () => {
    await lease.release()
    await database.close()
  })

  /** A sender that has just started, and soon gives up waiting. */
  function newSender(changes: Partial<SenderDeps> = {}): OutboxSender {
    const timeouts = { resendMs: 100, stuckMs: 300, lostMs: 600 }
    const deps = { store, chain, account, metrics, log, timeouts }
    return new OutboxSender({ ...deps, ...changes })
  }

  /** Ticks until the transaction is as described. */
  async function tickUntil(
    sender: OutboxSender,
    id: number,
    described: { status: string; problem?: string | null },
  ): Promise<void> {
    await expect
      .poll(async () => {
        await sender.tick(await term())
        return rowOf(parts, id)
      })
      .toMatchObject(described)
  }

  return {
    ...parts,
    term,
    newSender,
    tickUntil,
    enqueue: (...wallets: Address[]) => enqueue(parts, wallets),
    rowOf: (id: number) => rowOf(parts, id),
    withoutMining: (work: () => Promise<void>) => withoutMining(parts, work),
  }
}

async function termOf(lease: Lease): Promise<Term> {
  const term = await lease.term()
  if (!term) throw new Error('Nobody else leads')
  return term
}

async function openParts() {
  const harness = await freshChain()
  const { deployment, env } = harness
  const database = await createTestDatabase()
  await migrate(database.url)
  const db = databaseOn(database.pool)
  const log = makeLogger('silent')
  const rpcUrls = [env.RPC_URL]
  const chain = await openChain({ rpcUrls, deployment }, { log })
  const account = operatorAccount(OPERATOR_KEY, chain)
  const store = new OutboxStore(db, await instanceIdOf(db, deployment))
  // Outlives a machine that stands still for some seconds.
  const lease = new Lease('operator', { db, log, lifeSeconds: 3_600 })
  const metrics = makeMetrics()
  return { harness, database, db, log, chain, account, store, lease, metrics }
}

/** Has wallets registered. @returns the transaction to follow. */
function enqueue(
  { db, store, harness }: Parts,
  wallets: readonly Address[],
): Promise<number> {
  const { registry } = harness.deployment
  return db.transaction((tx) =>
    store.enqueue(tx, {
      purpose: 'register_wallets',
      to: registry,
      data: encodeFunctionData({
        abi: depositRegistryAbi,
        functionName: 'registerWallets',
        args: [wallets],
      }),
    }),
  )
}

async function rowOf({ database }: Parts, id: number) {
  const { rows } = await database.pool.query(
    'SELECT status, nonce, sender, problem FROM outbox_transactions WHERE id = $1',
    [id],
  )
  return rows[0]
}

async function withoutMining(
  { harness }: Parts,
  work: () => Promise<void>,
): Promise<void> {
  await harness.client.setAutomine(false)
  try {
    await work()
  } finally {
    await harness.client.setAutomine(true)
  }
}

import { encodeFunctionData } from 'viem'
import { depositRegistryAbi } from '../../../../contracts/generated/deposit-registry.ts'
import type { OutboxSender } from '../../platform/chain/outbox/outbox-sender.ts'
import {
  type Lease,
  type Term,
  whileLeading,
  withFencing,
} from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { WalletStore } from './wallet.store.ts'

const EVERY_MS = 500
const BACK_OFF_MAX_MS = 2_000
/** Time after which an inactive wallet is reported; interval of the check. */
const OVERDUE_AFTER_MS = 60_000
/** `DepositRegistry.MAX_BATCH`. */
const BATCH_SIZE = 100

/**
 * Creates the job that registers wallets, one batch at a time, and sends the
 * operator's transactions.
 */
export function registrationJob(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  {
    chain: { chain, outbox, site },
    lease,
    push,
    sender,
    store,
  }: {
    chain: DepositChain
    lease: Lease
    push: PushToPlayer
    sender: OutboxSender
    store: WalletStore
  },
): Job {
  const { instanceId } = site
  let lastEpoch: number | undefined
  let checkedMs = performance.now()

  /** Requests registration of wallets that were created on other chains. */
  async function requestAll(term: Term): Promise<void> {
    await withFencing(term, db, async (tx) => store.requestAll(tx, instanceId))
    lastEpoch = term.epoch
  }

  /** Queues the next batch once the last one is mined, so that it can grow. */
  async function enqueueBatch(term: Term): Promise<void> {
    if ((await outbox.countUnmined('register_wallets')) > 0) return
    await withFencing(term, db, async (tx) => {
      const batch = await store.listWaiting(tx, {
        instanceId,
        limit: BATCH_SIZE,
      })
      if (batch.length === 0) return
      const outboxId = await outbox.enqueue(tx, {
        purpose: 'register_wallets',
        to: site.registry,
        data: encodeFunctionData({
          abi: depositRegistryAbi,
          functionName: 'registerWallets',
          args: [batch.map(({ wallet }) => wallet)],
        }),
      })
      const userIds = batch.map(({ userId }) => userId)
      await store.assign(tx, { instanceId, userIds, outboxId })
    })
  }

  async function reportOverdue(): Promise<void> {
    if (performance.now() - checkedMs < OVERDUE_AFTER_MS) return
    checkedMs = performance.now()
    const overdue = await store.countOverdue(instanceId, OVERDUE_AFTER_MS)
    if (overdue > 0) log.error({ overdue }, 'wallet_activation.overdue')
  }

  /** Pushes the state of wallets whose registration changed. */
  async function announce(outboxIds: readonly number[]): Promise<void> {
    for (const { userId, status } of await store.listRegisteredBy(outboxIds)) {
      push(userId, {
        type: 'wallet',
        timestamp: clock().getTime(),
        state: status === 'final' ? 'active' : 'activating',
      })
    }
  }

  return {
    name: 'registration',
    everyMs: EVERY_MS,
    backOffMaxMs: BACK_OFF_MAX_MS,
    run: whileLeading(lease, async (term, signal) => {
      if (term.epoch !== lastEpoch) await requestAll(term)
      await enqueueBatch(term)
      await reportOverdue()
      await chain.check()
      await announce(await sender.tick(term, signal))
    }),
  }
}

import { encodeFunctionData } from 'viem'
import { depositRegistryAbi } from '../../../../contracts/generated/deposit-registry.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import type { OutboxSender } from '../../platform/chain/outbox/outbox-sender.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Lease, type Term, writeUnder } from '../../platform/db/lease.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import type { WalletStore } from './wallet.store.ts'

const EVERY_MS = 500
const BACK_OFF_MAX_MS = 2_000
/** Time after which an inactive wallet is reported; interval of the check. */
const OVERDUE_AFTER_MS = 60_000
/** `DepositRegistry.MAX_BATCH`. */
const BATCH_SIZE = 100

type RegistrarDeps = {
  db: Database
  store: WalletStore
  chain: DepositChain
  outbox: OutboxStore
  sender: OutboxSender
  lease: Lease
  push: PushToPlayer
  clock: Clock
  log: Logger
}

/**
 * Creates the job that registers wallets, one batch at a time, and sends the
 * operator's transactions.
 */
export function registrationJob(deps: RegistrarDeps): Job {
  const { chain, lease } = deps
  let lastEpoch: number | undefined
  let checkedMs = performance.now()

  return {
    name: 'registration',
    everyMs: EVERY_MS,
    backOffMaxMs: BACK_OFF_MAX_MS,
    async run(signal) {
      const term = await lease.term()
      if (!term) return deps.sender.rest()
      if (term.epoch !== lastEpoch) await requestAll(deps, term)
      lastEpoch = term.epoch
      await enqueueBatch(deps, term)
      if (performance.now() - checkedMs >= OVERDUE_AFTER_MS) {
        checkedMs = performance.now()
        await reportOverdue(deps)
      }
      await chain.check()
      await announce(deps, await deps.sender.tick(term, signal))
    },
  }
}

async function requestAll({ db, store, chain }: RegistrarDeps, term: Term) {
  await writeUnder(term, db, (tx) => store.requestAll(tx, chain.instanceId))
}

async function enqueueBatch(deps: RegistrarDeps, term: Term): Promise<void> {
  const { db, store, outbox, chain } = deps
  const { instanceId } = chain
  if (await store.isRegistering(instanceId)) return
  await writeUnder(term, db, async (tx) => {
    const batch = await store.waiting(tx, { instanceId, limit: BATCH_SIZE })
    if (batch.length === 0) return
    const outboxId = await outbox.enqueue(tx, {
      purpose: 'register_wallets',
      to: chain.registry,
      data: encodeFunctionData({
        abi: depositRegistryAbi,
        functionName: 'registerWallets',
        args: [batch.map(({ address }) => address)],
      }),
    })
    const userIds = batch.map(({ userId }) => userId)
    await store.assign(tx, { instanceId, userIds, outboxId })
  })
}

async function reportOverdue({
  store,
  chain,
  log,
}: RegistrarDeps): Promise<void> {
  const { instanceId } = chain
  const overdue = await store.countOverdue(instanceId, OVERDUE_AFTER_MS)
  if (overdue > 0) log.error({ overdue }, 'wallet_activation.overdue')
}

/** Pushes the state of wallets whose registration changed. */
async function announce(
  { store, push, clock, chain }: RegistrarDeps,
  outboxIds: readonly number[],
): Promise<void> {
  for (const userId of await store.registeredBy(outboxIds)) {
    const registration = await store.findRegistration(userId, chain.instanceId)
    push(userId, {
      type: 'wallet',
      timestamp: clock().getTime(),
      state: registration?.status === 'final' ? 'active' : 'activating',
    })
  }
}

import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import { DepositTimeline } from './deposit-timeline.service.ts'
import { DepositsStore } from './deposits.store.ts'

/** What players see of their deposits: for wallets as well, which are there before any deposit. */
export function openDepositTimeline(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  {
    chain,
    sockets: { push },
  }: {
    chain: Pick<DepositChainModule, 'site'> | undefined
    sockets: { push: PushToPlayer }
  },
): DepositTimeline {
  const store = new DepositsStore(db)
  const instanceId = chain?.site.instanceId
  return new DepositTimeline({ store, clock, push, instanceId })
}

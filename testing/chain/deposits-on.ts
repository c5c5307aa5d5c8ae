import { parseEther } from 'viem'
import type { DepositChain } from '../../api/src/features/deposit-chain/deposit-chain.feature.ts'
import { openBookkeeping } from '../../api/src/features/deposits/bookkeeping.ts'
import { openDepositTimeline } from '../../api/src/features/deposits/deposit-timeline.feature.ts'
import { ledgerOver } from '../../api/src/features/ledger/ledger.feature.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import type { PushToPlayer } from '../../api/src/platform/ws/player-pushes.ts'

export const COIN = {
  symbol: 'tBNB' as const,
  minimumWei: parseEther('0.01'),
  coinsPerUnit: 100_000,
}
export const SITE: DepositChain = {
  instanceId: 7,
  chainId: 31337,
  registry: `0x${'1'.repeat(40)}`,
  indexerSchema: 'none',
  assets: [COIN],
  operator: undefined,
  treasury: undefined,
  check: async () => undefined,
}

type Told = {
  push?: PushToPlayer
  onBalance?: (userId: string, balance: number) => void
}

/** What keeps deposits, on a real database; what the chain says is told it. */
export function depositsOn(
  db: Database,
  log: Logger,
  { push = () => undefined, onBalance = () => undefined }: Told = {},
) {
  const clock = () => new Date()
  const ledger = ledgerOver(db, clock)
  const chain = { site: SITE }
  const timeline = openDepositTimeline(
    { clock, db },
    { chain, sockets: { push } },
  )
  const books = openBookkeeping(
    { clock, db, log },
    { site: SITE, ledger, timeline, onBalance, reorgedBlocks: async () => [] },
  )
  return { ...books, ledger }
}

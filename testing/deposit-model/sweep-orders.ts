import type pg from 'pg'
import type { Address } from 'viem'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { sweepsOn } from '#testing/chain/sweeps-on.ts'
import type { DepositConfig } from '../../api/src/deposit-config.ts'
import { planSweep } from '../../api/src/features/sweep/sweep-plan.service.ts'
import type { Chain } from '../../api/src/platform/chain/nodes/chain.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'

/** What the operator's command does: it plans a sweep, and stores the plan. */
export function sweepOrders(
  pool: pg.Pool,
  chain: Chain,
  { terms, treasury }: DepositConfig,
) {
  const opened = sweepsOn(databaseOn(pool), chain.deployment)
  const minimums = new Map(
    ASSET_SYMBOLS.map((symbol) => [symbol, terms[symbol].minimumWei]),
  )
  return {
    async order(wallets: readonly Address[]): Promise<void> {
      if (!treasury) throw new Error('There is no treasury')
      const { moves } = await planSweep(chain, { wallets, treasury, minimums })
      if (moves.length === 0) return
      const sweeps = await opened
      await sweeps.request({ treasury, requestedBy: 'the model' }, moves)
    },
    async isUnderWay(): Promise<boolean> {
      return (await (await opened).current()) !== undefined
    },
  }
}

import type { Chain } from '../../platform/chain/chain.ts'
import { instanceIdOf } from '../../platform/chain/chain-instance.ts'
import { rpcFailure } from '../../platform/chain/rpc-failure.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Finding } from '../ledger/ledger-audit.ts'
import { type DepositRow, DepositsStore } from './deposits.store.ts'
import { checkPayment, type Verdict } from './payment-check.ts'

const PAGE_SIZE = 20
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Asks the chain for every credited deposit of its own again. Those of chains
 * that are no more are history, and can not be asked for.
 */
export async function auditDeposits(
  db: Database,
  chain: Chain,
): Promise<Finding> {
  const store = new DepositsStore(db)
  try {
    await chain.check()
    const instanceId = await instanceIdOf(db, chain.deployment)
    return {
      name: 'every credited deposit is on the chain',
      violations: await countMissing(store, chain, instanceId),
    }
  } catch (error) {
    throw rpcFailure(error)
  }
}

async function countMissing(
  store: DepositsStore,
  chain: Chain,
  instanceId: number,
): Promise<number> {
  let missing = 0
  let after: string | undefined = BEFORE_ALL
  while (after !== undefined) {
    const page = await store.confirmed(instanceId, { after, limit: PAGE_SIZE })
    const traced = page.filter(({ txHash }) => txHash !== null)
    const found = await Promise.all(
      traced.map(async (row) => isThere(row, await checkPayment(chain, row))),
    )
    missing += found.filter((isFound) => !isFound).length
    after = page.at(-1)?.id
  }
  return missing
}

function isThere({ amount }: DepositRow, verdict: Verdict): boolean {
  return verdict.kind === 'genuine' && verdict.amount === amount
}

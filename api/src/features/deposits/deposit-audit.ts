import type { Chain } from '../../platform/chain/chain.ts'
import { instanceIdOf } from '../../platform/chain/chain-instance.ts'
import { rpcFailure } from '../../platform/chain/rpc-failure.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Finding } from '../ledger/ledger-audit.ts'
import { type DepositRow, DepositsStore, NO_ID } from './deposits.store.ts'
import { PaymentChecker } from './payment-check.ts'

const PAGE_SIZE = 20

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
  const checker = new PaymentChecker(chain)
  let missing = 0
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const page = await store.confirmed(instanceId, { after, limit: PAGE_SIZE })
    const found = await Promise.all(page.map((row) => isThere(checker, row)))
    missing += found.filter((isFound) => !isFound).length
    after = page.at(-1)?.id
  }
  return missing
}

/** What no single transaction explains can not be asked for. */
async function isThere(
  checker: PaymentChecker,
  row: DepositRow,
): Promise<boolean> {
  if (row.txHash === null) return true
  const [found] = await checker.check(row.txHash, [row])
  const verdict = found?.verdict
  return verdict?.kind === 'genuine' && verdict.amount === row.amount
}

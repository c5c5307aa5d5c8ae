import type { Finding } from '../../ledger/ledger-audit.service.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { instanceIdOf } from '../../platform/chain/nodes/chain-instance.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import { rpcFailure } from '../../platform/chain/nodes/rpc-failure.ts'
import type { Database } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { sweepsOver } from '../sweep/sweep.ts'
import { countOvercredited } from './account-audit.ts'
import { type DepositRow, DepositsStore } from './deposits.store.ts'
import { PaymentChecker } from './payment-check.ts'

/** What is asked of the chain. */
export const DEPOSIT_CLAIMS = {
  there: 'every credited deposit is on the chain',
  received: 'no wallet is credited more than it has received',
}

const PAGE_SIZE = 20

/**
 * Asks the chain for every credited deposit of its own again, and for what its
 * wallets have received. Those of chains that are no more are history, and can
 * not be asked for.
 */
export async function auditDeposits(
  db: Database,
  chain: Chain,
): Promise<Finding[]> {
  const store = new DepositsStore(db)
  try {
    await chain.check()
    const instanceId = await instanceIdOf(db, chain.deployment)
    const sweeps = sweepsOver(db, instanceId)
    const movesThrough = sweeps.movesThrough.bind(sweeps)
    const asked = { db, chain, instanceId, movesThrough }
    return [
      {
        name: DEPOSIT_CLAIMS.there,
        violations: await countMissing(store, chain, instanceId),
      },
      {
        name: DEPOSIT_CLAIMS.received,
        violations: await countOvercredited(asked),
      },
    ]
  } catch (error) {
    throw rpcFailure(error)
  }
}

async function countMissing(
  store: DepositsStore,
  chain: Chain,
  instanceId: number,
): Promise<number> {
  const checker = new PaymentChecker(chain.deployment)
  let missing = 0
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const page = await store.confirmed(instanceId, { after, limit: PAGE_SIZE })
    const found = await Promise.all(
      page.map((row) => chain.nodes.ask((node) => isThere(checker, node, row))),
    )
    missing += found.filter((isFound) => !isFound).length
    after = page.at(-1)?.id
  }
  return missing
}

/** What no single transaction explains can not be asked for. */
async function isThere(
  checker: PaymentChecker,
  node: ChainNode,
  row: DepositRow,
): Promise<boolean> {
  if (row.txHash === null) return true
  const verdict = await checker.checkOne(node, row)
  return verdict.kind === 'genuine' && verdict.amount === row.claimed
}

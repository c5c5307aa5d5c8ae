import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { Finding } from '../../../ledger/ledger-audit.service.ts'
import { mapInChunks } from '../../../platform/batches.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import { readInstanceId } from '../../../platform/chain/nodes/chain-instance.ts'
import { rpcFailure } from '../../../platform/chain/nodes/rpc-failure.ts'
import type { Database } from '../../../platform/db/database.ts'
import { NO_ID } from '../../../platform/ids.ts'
import { createSweepService } from '../../sweep/sweep.service.ts'
import { createWalletStore } from '../../wallets/wallet.store.ts'
import { createAccountsStore } from '../accounts.store.ts'
import { createDepositsStore } from '../deposits.store.ts'
import { createPaymentChecker } from '../verify/payment-check.ts'
import { createWalletBalances } from '../verify/wallet-balances.ts'

/** Claims that the audit verifies on the chain. */
export const DEPOSIT_CLAIMS = {
  there: 'every credited deposit is on the chain',
  received: 'no wallet is credited more than it has received',
}

const PAGE_SIZE = 20

/**
 * Verifies every credited deposit of the current chain instance, and the sums
 * of all wallets, against the chain. Earlier chains can't be verified any more.
 */
export async function auditDeposits(
  db: Database,
  chain: Chain,
): Promise<Finding[]> {
  try {
    await chain.check()
    const instanceId = await readInstanceId(db, chain.deployment)
    const missing = await countMissing(db, chain, instanceId)
    const excess = await countOvercredited(db, chain, instanceId)
    return [
      { name: DEPOSIT_CLAIMS.there, violations: missing },
      { name: DEPOSIT_CLAIMS.received, violations: excess },
    ]
  } catch (error) {
    throw rpcFailure(error)
  }
}

async function countMissing(
  db: Database,
  chain: Chain,
  instanceId: number,
): Promise<number> {
  const store = createDepositsStore(db, instanceId)
  const checker = createPaymentChecker(chain.deployment)
  let missing = 0
  let after = NO_ID
  for (;;) {
    const page = await store.listConfirmed(after, PAGE_SIZE)
    const last = page.at(-1)
    if (!last) return missing
    after = last.id
    const traced = page.filter(({ txHash }) => txHash !== null)
    const verdicts = await mapInChunks(traced, (row) =>
      chain.nodes.query((node) => checker.checkOne(node, row)),
    )
    for (const [row, verdict] of verdicts) {
      const isShown =
        verdict.kind === 'genuine' && verdict.amountWei === row.claimedWei
      if (!isShown) missing += 1
    }
  }
}

async function countOvercredited(
  db: Database,
  chain: Chain,
  instanceId: number,
): Promise<number> {
  const accounts = createAccountsStore(db, instanceId)
  const { readMoves } = createSweepService(db, instanceId)
  const walletBalances = createWalletBalances({ chain, readMoves })
  const wallets = createWalletStore(db)
  let violations = 0
  for await (const owners of wallets.readOwnerPages(instanceId)) {
    const reading = await walletBalances.read(
      owners.map(({ wallet }) => wallet),
      {},
    )
    if (reading === 'pruned') throw new Error('Nodes have pruned final state')
    const totals = await accounts.readTotals(reading.block, owners)
    const keys = owners.flatMap((owner) =>
      ASSET_SYMBOLS.map((cryptoType) => ({ ...owner, cryptoType })),
    )
    for (const key of keys.filter((key) => totals(key).settledWei > 0n)) {
      const received = reading.getReceived(key)
      const { remainingWei } = await accounts.readRemaining(key, received)
      if (remainingWei >= 0n) continue
      const problems = await reading.findProblems([key.wallet])
      const problem = problems.get(key.wallet)
      // The reconciler reports wallets with unrecorded transactions.
      if (!problem || problem === 'disagreement') violations += 1
    }
  }
  return violations
}

import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { Finding } from '../../../ledger/ledger-audit.service.ts'
import { answersTo } from '../../../platform/batches.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import { instanceIdOf } from '../../../platform/chain/nodes/chain-instance.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import { rpcFailure } from '../../../platform/chain/nodes/rpc-failure.ts'
import type { Database } from '../../../platform/db/database.ts'
import { NO_ID } from '../../../platform/ids.ts'
import {
  openSweepService,
  type WalletMovesThrough,
} from '../../sweep/sweep.service.ts'
import {
  type AccountsStore,
  type Owner,
  openAccountsStore,
} from '../accounts.store.ts'
import { openDepositsStore } from '../deposits.store.ts'
import { openPaymentChecker } from '../verify/payment-check.ts'
import { settledUpTo } from '../verify/settled-payments.ts'
import { balancesAt, receivedOf } from '../verify/wallet-balances.ts'

/** Claims that the audit verifies on the chain. */
export const DEPOSIT_CLAIMS = {
  there: 'every credited deposit is on the chain',
  received: 'no wallet is credited more than it has received',
}

const PAGE_SIZE = 20
const WALLETS_PER_CALL = 100

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
    const instanceId = await instanceIdOf(db, chain.deployment)
    return [
      {
        name: DEPOSIT_CLAIMS.there,
        violations: await countMissing(db, chain, instanceId),
      },
      {
        name: DEPOSIT_CLAIMS.received,
        violations: await countOvercredited(db, chain, instanceId),
      },
    ]
  } catch (error) {
    throw rpcFailure(error)
  }
}

/** Counts credited deposits that their transaction doesn't show. */
async function countMissing(
  db: Database,
  chain: Chain,
  instanceId: number,
): Promise<number> {
  const store = openDepositsStore(db)
  const checker = openPaymentChecker(chain.deployment)
  let missing = 0
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const page = await store.confirmed(instanceId, { after, limit: PAGE_SIZE })
    const traced = page.filter(({ txHash }) => txHash !== null)
    const shown = await Promise.all(
      traced.map((row) =>
        chain.nodes.ask(async (node) => {
          const verdict = await checker.checkOne(node, row)
          return (
            verdict.kind === 'genuine' && verdict.amountWei === row.claimedWei
          )
        }),
      ),
    )
    missing += shown.filter((isShown) => !isShown).length
    after = page.at(-1)?.id
  }
  return missing
}

/** Counts accounts whose deposits exceed what the wallet has received. */
async function countOvercredited(
  db: Database,
  chain: Chain,
  instanceId: number,
): Promise<number> {
  const accounts = openAccountsStore(db, instanceId)
  const { movesThrough } = openSweepService(db, instanceId)
  let violations = 0
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const owners = await accounts.ownersAfter(after, WALLETS_PER_CALL)
    if (owners.length > 0) {
      violations += await chain.nodes.ask((node) =>
        countAmong(owners, { accounts, chain, movesThrough, node }),
      )
    }
    after = owners.at(-1)?.userId
  }
  return violations
}

async function countAmong(
  owners: readonly Owner[],
  {
    accounts,
    chain,
    movesThrough,
    node,
  }: {
    accounts: AccountsStore
    chain: Chain
    movesThrough: WalletMovesThrough
    node: ChainNode
  },
): Promise<number> {
  const block = await settledUpTo(node)
  const wallets = owners.map(({ wallet }) => wallet)
  const balances = await balancesAt(node, chain.deployment, { wallets, block })
  const blockNumber = BigInt(block)
  const counts = await answersTo(wallets, (address) =>
    node.client.getTransactionCount({ address, blockNumber }),
  )
  const moves = await movesThrough(blockNumber, wallets)
  let violations = 0
  for (const owner of owners) {
    const { wallet } = owner
    const moved = moves.get(wallet)
    // The reconciler reports wallets with unrecorded transactions.
    if (moved?.transactionCount !== counts.get(wallet)) continue
    for (const cryptoType of ASSET_SYMBOLS) {
      const received = receivedOf(cryptoType, balances.get(wallet), moved)
      const key = { ...owner, cryptoType }
      const at = { blockNumber: block, ...received }
      const { remainingWei } = await accounts.remainingOf(key, at)
      if (remainingWei < 0n) violations += 1
    }
  }
  return violations
}

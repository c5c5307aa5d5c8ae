import { LRUCache } from 'lru-cache'
import type { Transaction } from '../../../platform/db/database.ts'
import type { DepositParts } from '../deposit-parts.ts'
import type { DepositRow } from '../deposits.store.ts'
import { reorgedBlocks } from './inclusion-check.ts'
import type { WalletReading } from './wallet-balances.ts'

/**
 * Returns how much of a deposit is backed, in the transaction that credits it;
 * undefined while that is unknown.
 */
export type CreditLimit = (
  tx: Transaction,
  row: DepositRow,
) => Promise<bigint | undefined>

/** Deposits whose first shortfall is remembered. */
const SHORTFALLS_MAX = 10_000

/**
 * Limits credits to what wallets have received. A token's log can claim any
 * amount, and reconciliation may have credited a payment already, so deposits
 * of a wallet never sum up to more than its balance plus what it sent.
 */
export function createPaymentBacking({
  accounts,
  chain,
  disagreements,
  ledger,
  log,
  store,
  walletBalances,
}: DepositParts) {
  const shortfallBlocks = new LRUCache<string, number>({ max: SHORTFALLS_MAX })

  /**
   * Reads what limits the deposits, in one call for all their wallets. A first
   * shortfall, and one that isn't proven, leave the deposit waiting.
   *
   * @returns `pruned` if no node has the state of such an old block.
   * @throws when nodes are unreachable or all lag.
   */
  async function computeLimit(
    rows: readonly DepositRow[],
  ): Promise<CreditLimit | 'pruned'> {
    const wallets = [...new Set(rows.map(({ wallet }) => wallet))]
    const from = Math.max(...rows.map(({ blockNumber }) => blockNumber))
    const reading = await walletBalances.read(wallets, { from })
    if (reading === 'pruned') {
      log.warn({ block: from }, 'balances.pruned')
      return 'pruned'
    }
    const { block } = reading
    const proven = await provenShortfalls(
      rows.filter(({ id }) => shortfallBlocks.has(id)),
      reading,
    )
    return async (tx, row) => {
      // Serializes settlements of the player's deposits.
      await ledger.lock(tx, row.userId)
      const received = reading.getReceived(row)
      const { remainingWei } = await accounts.readRemaining(row, received, tx)
      const unattributed = await accounts.lockUnattributed(tx, row)
      const isSettled =
        unattributed &&
        unattributed.status !== 'pending' &&
        unattributed.blockNumber <= block
      const availableWei =
        remainingWei + (isSettled ? unattributed.amountWei : 0n)
      if (availableWei >= row.amountWei) {
        shortfallBlocks.delete(row.id)
        return row.amountWei
      }
      const before = shortfallBlocks.get(row.id) ?? block
      shortfallBlocks.set(row.id, before)
      if (before >= block || !proven.has(row.id)) return undefined
      return availableWei > 0n ? availableWei : 0n
    }
  }

  /** Returns ids of deposits whose shortfall all nodes and our records confirm. */
  async function provenShortfalls(
    rows: readonly DepositRow[],
    reading: WalletReading,
  ): Promise<Set<string>> {
    const proven = new Set<string>()
    for (const row of rows) {
      // A failure delays only this deposit.
      try {
        const problem = (await reading.findProblems([row.wallet])).get(
          row.wallet,
        )
        if (problem === 'disagreement') disagreements.inc()
        // A reorged payment that still counts would displace a real one.
        const reorged = await reorgedBlocks(chain, await store.getBlocks(row))
        if (!problem && reorged.length === 0) proven.add(row.id)
        else
          log.warn({ deposit: row.id, problem }, 'deposit.shortfall_unproven')
      } catch (error) {
        log.warn({ error, deposit: row.id }, 'deposit.backing_failed')
      }
    }
    return proven
  }

  return { computeLimit }
}

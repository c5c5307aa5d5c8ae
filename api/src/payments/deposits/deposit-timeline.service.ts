import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  isNull,
  lte,
  ne,
} from 'drizzle-orm'
import type { Hash } from 'viem'
import type { Deposit } from '#core/api/wallet.ts'
import type { TestChainId } from '#core/chain/chains.ts'
import { causeText, type DepositCause } from '#core/deposits/deposit-cause.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { coins } from '#core/money/coins.ts'
import { chainInstances } from '../../platform/chain/nodes/chain-instance.table.ts'
import type { Platform } from '../../platform/platform.ts'
import type { PushToPlayer } from '../../platform/ws/sockets.ts'
import type { DepositChain } from '../deposit-chain.ts'
import type { DepositRow } from './deposits.store.ts'
import { cryptoDeposits } from './deposits.table.ts'

const LISTED = 200
/** Limits one player's updates so that they don't delay those of others. */
const UPDATES_PER_PLAYER = 20

export type DepositTimeline = ReturnType<typeof createDepositTimeline>

/**
 * Creates the reads of players' deposits. Works without a chain, for deposits from
 * earlier chains; commands leave out `sockets`, which pushes to browsers.
 */
export function createDepositTimeline(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  {
    chain,
    sockets,
  }: {
    chain: Pick<DepositChain, 'site'> | undefined
    sockets?: { push: PushToPlayer }
  },
) {
  const instanceId = chain?.site.instanceId

  /**
   * Lists a player's deposits on all chains, newest first.
   *
   * @param filter only those of a transaction, or unattributed ones that cover
   * a block of the current chain.
   */
  async function listDeposits(
    userId: string,
    { coveredBlock, txHash }: { coveredBlock?: number; txHash?: Hash } = {},
  ): Promise<Deposit[]> {
    const { blockNumber, fromBlock, id, status } = cryptoDeposits
    const covers =
      coveredBlock === undefined || instanceId === undefined
        ? undefined
        : and(
            eq(cryptoDeposits.instanceId, instanceId),
            isNull(cryptoDeposits.txHash),
            ne(status, 'reversed'),
            lte(fromBlock, coveredBlock),
            gte(blockNumber, coveredBlock),
          )
    const isOfTransaction = txHash && eq(cryptoDeposits.txHash, txHash)
    const { chainId } = chainInstances
    const rows = await db
      .select({ ...getTableColumns(cryptoDeposits), chainId })
      .from(cryptoDeposits)
      .innerJoin(
        chainInstances,
        eq(chainInstances.id, cryptoDeposits.instanceId),
      )
      .where(and(eq(cryptoDeposits.userId, userId), isOfTransaction, covers))
      .orderBy(desc(id))
      .limit(LISTED)
    return rows.map(toDeposit)
  }

  function notify(rows: readonly DepositRow[]): void {
    const timestamp = clock().getTime()
    const byPlayer = Map.groupBy(rows, ({ userId }) => userId)
    for (const [userId, deposits] of byPlayer) {
      for (const row of deposits.slice(0, UPDATES_PER_PLAYER)) {
        sockets?.push(userId, {
          type: 'deposit',
          timestamp,
          ...toProgress(row),
        })
      }
    }
  }

  function toDeposit(row: DepositRow & { chainId: TestChainId }): Deposit {
    const { chainId, txHash, createdAt, confirmedAt } = row
    const deposit = {
      ...toProgress(row),
      chainId,
      txHash,
      createdAt: createdAt.toISOString(),
      confirmedAt: confirmedAt?.toISOString() ?? null,
    }
    if (instanceId === undefined || row.instanceId === instanceId)
      return deposit
    // A pending deposit from an earlier chain can't confirm any more.
    const status = row.status === 'pending' ? 'rejected' : row.status
    return { ...deposit, status, reason: causeText({ code: 'earlier_chain' }) }
  }

  return { listDeposits, notify }
}

function toProgress(row: DepositRow) {
  const { id, amountWei, claimedWei, cryptoType, status, confirmations } = row
  const cause = getCause(row)
  return {
    id,
    amount: formatUnits(amountWei || (claimedWei ?? 0n)),
    cryptoType,
    status,
    confirmations,
    coins: coins(row.coins),
    ...(cause && { reason: causeText(cause) }),
  }
}

function getCause({
  cause,
  confirmations,
  status,
  txHash,
}: DepositRow): DepositCause | null {
  if (status === 'pending' && confirmations === 0) return { code: 'not_shown' }
  return cause ?? (txHash ? null : { code: 'untraced' })
}

import type { Pool } from 'pg'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import type { ChainPayment } from './chain-payments.ts'

export type BookedBy = 'source' | 'wallet'

const SOURCES: Record<BookedBy, string> = {
  source: 'COALESCE(deposit.tx_hash, deposit.wallet)',
  wallet: 'deposit.wallet',
}

/** Where the ledger and the chain say different things about deposits. */
export type Discrepancies = {
  /** Confirmed by the chain, and brought less than they are worth. */
  missing: number
  /** On the chain, and brought more than they are worth. */
  excess: number
  /** Not on the chain, and brought coins all the same. */
  gone: number
}

/**
 * Compares what the chain says was paid with what the ledger booked for it.
 *
 * @param by 'wallet' where payments are found in balances, without their
 * transactions.
 */
export async function discrepancies(
  database: Pool,
  genesisHash: string,
  { payments, by }: { payments: readonly ChainPayment[]; by: BookedBy },
): Promise<Discrepancies> {
  const booked = await bookedCoins(database, { genesisHash, by })
  const onChain = Map.groupBy(payments, (payment) => payment[by])
  const sources = [...onChain].map(([source, some]) => {
    const isConfirmed = ({ confirmations }: ChainPayment) =>
      confirmations === CONFIRMATIONS_NEEDED
    const brought = booked.get(source) ?? 0
    return {
      isMissing: brought < worthOf(some.filter(isConfirmed)),
      isExcess: brought > worthOf(some),
    }
  })
  return {
    missing: sources.filter(({ isMissing }) => isMissing).length,
    excess: sources.filter(({ isExcess }) => isExcess).length,
    gone: [...booked].filter(([source, coins]) => {
      return coins !== 0 && !onChain.has(source)
    }).length,
  }
}

function worthOf(payments: readonly ChainPayment[]): number {
  return payments.reduce((sum, { coins }) => sum + coins, 0)
}

/** What each source on a chain has brought so far, less what was taken back. */
async function bookedCoins(
  database: Pool,
  { genesisHash, by }: { genesisHash: string; by: BookedBy },
): Promise<Map<ChainPayment['source'], number>> {
  const { rows } = await database.query<{
    source: ChainPayment['source']
    coins: string
  }>(
    `SELECT ${SOURCES[by]} AS source,
       COALESCE(sum(transaction.amount), 0) AS coins
     FROM crypto_deposits AS deposit
     JOIN chain_instances AS chain ON chain.id = deposit.instance_id
     LEFT JOIN transactions AS transaction
       ON transaction.user_id = deposit.user_id
       AND transaction.metadata ->> 'depositId' = deposit.id::text
     WHERE chain.genesis_hash = $1
     GROUP BY source`,
    [genesisHash],
  )
  return new Map(rows.map(({ source, coins }) => [source, Number(coins)]))
}

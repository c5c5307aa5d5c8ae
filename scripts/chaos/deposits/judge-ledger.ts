import type { Pool } from 'pg'
import type { Address, Hash } from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { depositValue } from '#core/deposits/deposit-coins.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { parseConfig } from '../../../api/src/config.ts'
import { type Measure, none } from '../../cli/measures.ts'
import type { DepositSite } from '../../deposit/deposit-site.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { Stage } from '../../product/stage.ts'
import { violations } from '../judge.ts'

const RIGHT_WITHIN_MS = 60_000

export type SentPayment = {
  hash: Hash
  to: Address
  symbol: AssetSymbol
  /** One for each transfer of the transaction. */
  amounts: readonly bigint[]
  /** True if a contract sent it, so that its transaction is not known. */
  isInternal?: boolean
}

type Site = Pick<DepositSite, 'chain' | 'client' | 'database'>

/** By wallet where payments are found by balance, without their transactions. */
type Key = 'transaction' | 'wallet'

const CREDITED_BY: Record<Key, string> = {
  transaction: 'COALESCE(deposit.tx_hash, deposit.wallet)',
  wallet: 'deposit.wallet',
}

type ChainPayment = { key: string; isConfirmed: boolean; coins: number }

/** Compares the ledger with the chain, once it had time to catch up. */
export async function judgeLedger(
  name: string,
  { env }: Stage,
  site: Site,
  { sent, by = 'transaction' }: { sent: readonly SentPayment[]; by?: Key },
): Promise<Measure[]> {
  const { chain, database } = site
  const payments = await paymentsOnChain(env, site, { sent, by })
  let found = { missing: 0, excess: 0 }
  await waitUntil(async () => {
    found = await discrepancies(database, chain.deployment, { payments, by })
    return found.missing + found.excess === 0
  }, RIGHT_WITHIN_MS)
  return [
    none(`${name}_not_credited`, found.missing),
    none(`${name}_credited_too_much`, found.excess),
    none(`${name}_audit_violations`, await violations(database, chain)),
  ]
}

/**
 * Counts keys whose credits are less than their confirmed payments are worth, and
 * those whose credits are more than all their payments on the chain are worth.
 */
async function discrepancies(
  database: Pool,
  { genesisHash }: Deployment,
  { payments, by }: { payments: readonly ChainPayment[]; by: Key },
) {
  // Reversals count against credits.
  const { rows } = await database.query<{ key: string; coins: string }>(
    `SELECT ${CREDITED_BY[by]} AS key,
       COALESCE(sum(transaction.amount), 0) AS coins
     FROM crypto_deposits AS deposit
     JOIN chain_instances AS chain ON chain.id = deposit.instance_id
     LEFT JOIN transactions AS transaction
       ON transaction.user_id = deposit.user_id
       AND transaction.metadata ->> 'depositId' = deposit.id::text
     WHERE chain.genesis_hash = $1
     GROUP BY key`,
    [genesisHash],
  )
  const credited = new Map(rows.map(({ key, coins }) => [key, Number(coins)]))
  const onChain = Map.groupBy(payments, ({ key }) => key)
  let missing = 0
  let excess = 0
  for (const key of new Set([...credited.keys(), ...onChain.keys()])) {
    const coins = credited.get(key) ?? 0
    const some = onChain.get(key) ?? []
    if (coins < sumCoins(some.filter((it) => it.isConfirmed))) missing += 1
    if (coins > sumCoins(some)) excess += 1
  }
  return { missing, excess }
}

function sumCoins(payments: readonly ChainPayment[]): number {
  return payments.reduce((sum, { coins }) => sum + coins, 0)
}

/** Returns the payments that are on the chain. */
async function paymentsOnChain(
  env: NodeJS.ProcessEnv,
  { client }: Site,
  { sent, by }: { sent: readonly SentPayment[]; by: Key },
): Promise<ChainPayment[]> {
  const terms = parseConfig(env).deposits?.terms
  if (!terms) throw new Error('deposits are off')
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const payments: ChainPayment[] = []
  for (const { amounts, hash, isInternal, symbol, to } of sent) {
    const found = client.getTransactionReceipt({ hash })
    const receipt = await found.catch(() => undefined)
    if (receipt?.status !== 'success') continue
    const confirmations = Number(head - receipt.blockNumber) + 1
    const isConfirmed = confirmations >= CONFIRMATIONS_NEEDED
    const key = by === 'wallet' || isInternal ? lowerCase(to) : hash
    for (const amount of amounts) {
      const value = depositValue(amount, terms[symbol])
      const coins = value.kind === 'credit' ? value.coins : 0
      payments.push({ key, coins, isConfirmed })
    }
  }
  return payments
}

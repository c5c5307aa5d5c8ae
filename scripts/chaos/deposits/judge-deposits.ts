import type { Pool } from 'pg'
import {
  type Address,
  getAddress,
  type Hash,
  type Hex,
  type PublicClient,
  parseAbiItem,
} from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import { ASSET_SYMBOLS, type AssetSymbol } from '#core/deposits/asset.ts'
import {
  CONFIRMATIONS_NEEDED,
  confirmationsOf,
} from '#core/deposits/confirmations.ts'
import { type AssetTerms, depositValue } from '#core/deposits/deposit-coins.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { configOf } from '../../../api/src/config.ts'
import { atLeast, type Measure, none } from '../../cli/measures.ts'
import type { DepositSite } from '../../deposit/deposit-site.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { awayFor, violations } from '../judge.ts'
import { TIMEOUT_MS } from './deposit-fault.ts'

type Outcome = {
  name: string
  absencesMs: readonly number[]
  backWithin: number
  sent: number
}
type Environment = NodeJS.ProcessEnv & { DATABASE_URL: string }
type Site = Pick<DepositSite, 'client' | 'database' | 'wallets'> & {
  chain: Pick<DepositSite['chain'], 'deployment' | 'url'>
}

/** Compares the ledger with the chain, and reports the longest outage. */
export async function judgeDeposits(
  env: Environment,
  site: Site,
  { name, sent, ...absences }: Outcome,
): Promise<Measure[]> {
  return [
    ...(await judgeLedger(name, env, site)),
    awayFor(name, absences),
    atLeast(1, { name: `${name}_deposits`, value: sent, unit: 'deposits' }),
  ]
}

/** Compares the ledger with the chain, once it had time to catch up. */
export async function judgeLedger(
  name: string,
  env: Environment,
  { database, wallets, client, chain }: Site,
  by: CreditKey = 'source',
): Promise<Measure[]> {
  const terms = configOf(env).deposits?.terms
  if (!terms) throw new Error('deposits are off')
  const { deployment } = chain
  const payments = await paymentsOnChain(client, deployment, { wallets, terms })
  const find = () =>
    discrepancies(database, deployment.genesisHash, { payments, by })
  const isRight = async () => {
    const { missing, excess, dropped } = await find()
    return missing + excess + dropped === 0
  }
  await waitUntil(isRight, TIMEOUT_MS)
  const { missing, excess, dropped } = await find()
  return [
    none(`${name}_not_credited`, missing),
    none(`${name}_credited_too_much`, excess),
    none(`${name}_credited_though_dropped`, dropped),
    none(`${name}_audit_violations`, await violations(env.DATABASE_URL, chain)),
  ]
}

type CreditKey = 'source' | 'wallet'

const SOURCES: Record<CreditKey, string> = {
  source: 'COALESCE(deposit.tx_hash, deposit.wallet)',
  wallet: 'deposit.wallet',
}

type Discrepancies = {
  /** Confirmed payments with fewer credited coins than their value. */
  missing: number
  /** Payments with more credited coins than their value. */
  excess: number
  /** Credited payments that are not on the chain. */
  dropped: number
}

/** @param by 'wallet' for payments found by balance, without their transactions */
async function discrepancies(
  database: Pool,
  genesisHash: string,
  { payments, by }: { payments: readonly ChainPayment[]; by: CreditKey },
): Promise<Discrepancies> {
  const credited = await creditedCoins(database, { genesisHash, by })
  const onChain = Map.groupBy(payments, (payment) => payment[by])
  const sources = [...onChain].map(([source, some]) => {
    const isConfirmed = ({ confirmations }: ChainPayment) =>
      confirmations === CONFIRMATIONS_NEEDED
    const coins = credited.get(source) ?? 0
    return {
      isMissing: coins < worthOf(some.filter(isConfirmed)),
      isExcess: coins > worthOf(some),
    }
  })
  return {
    missing: sources.filter(({ isMissing }) => isMissing).length,
    excess: sources.filter(({ isExcess }) => isExcess).length,
    dropped: [...credited].filter(([source, coins]) => {
      return coins !== 0 && !onChain.has(source)
    }).length,
  }
}

function worthOf(payments: readonly ChainPayment[]): number {
  return payments.reduce((sum, { coins }) => sum + coins, 0)
}

/** Returns the credited coins less reversals by source. */
async function creditedCoins(
  database: Pool,
  { genesisHash, by }: { genesisHash: string; by: CreditKey },
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

type ChainPayment = {
  /** Its transaction; the wallet for coins that a contract sent. */
  source: Hash | Address
  wallet: Address
  confirmations: number
  coins: number
}

type Terms = Record<AssetSymbol, AssetTerms>
type Paid = {
  source: Hash | Address
  wallet: Address
  symbol: AssetSymbol
  amount: bigint
  block: bigint
}

const BLOCKS_AT_ONCE = 50n

const TRANSFER = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

/** Reads all blocks for payments to the wallets. */
async function paymentsOnChain(
  client: PublicClient,
  deployment: Deployment,
  { wallets, terms }: { wallets: readonly Address[]; terms: Terms },
): Promise<ChainPayment[]> {
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const paid = [
    ...(await nativePayments(client, { deployment, wallets, head })),
    ...(await tokenPayments(client, { deployment, wallets, head })),
  ]
  return paid.map(({ source, wallet, symbol, amount, block }) => {
    const value = depositValue(amount, terms[symbol])
    const coins = value.kind === 'credit' ? value.coins : 0
    return {
      source,
      wallet,
      coins,
      confirmations: confirmationsOf(Number(block), Number(head)),
    }
  })
}

type Where = {
  deployment: Deployment
  wallets: readonly Address[]
  head: bigint
}

async function nativePayments(
  client: PublicClient,
  { deployment, wallets, head }: Where,
): Promise<Paid[]> {
  const paid: Paid[] = []
  const known = new Set(wallets)
  const first = BigInt(deployment.startBlock)
  for (let from = first; from <= head; from += BLOCKS_AT_ONCE) {
    const blocks = await blocksBetween(client, from, head)
    for (const { number, transactions } of blocks) {
      for (const transaction of transactions) {
        const { payee, ...payment } = nativePayment(transaction)
        const isOurs = payment.amount > 0n && known.has(payee)
        if (isOurs && (await hasSucceeded(client, transaction.hash))) {
          paid.push({ ...payment, block: number })
        }
      }
    }
  }
  return paid
}

/** Reads the next blocks with their transactions. */
function blocksBetween(client: PublicClient, from: bigint, head: bigint) {
  const left = Number(head - from) + 1
  const length = Math.min(left, Number(BLOCKS_AT_ONCE))
  return Promise.all(
    Array.from({ length }, (_, index) =>
      client.getBlock({
        blockNumber: from + BigInt(index),
        includeTransactions: true,
      }),
    ),
  )
}

function nativePayment({
  hash,
  input,
  to,
  value: amount,
}: {
  hash: Hash
  input: Hex
  to: Address | null
  value: bigint
}) {
  const payee = getAddress(to ?? payeeOf(input))
  const wallet = lowerCase(payee)
  const source = to ? hash : wallet
  return { payee, source, wallet, amount, symbol: 'tBNB' } as const
}

async function hasSucceeded(
  client: PublicClient,
  hash: Hash,
): Promise<boolean> {
  const { status } = await client.getTransactionReceipt({ hash })
  return status === 'success'
}

/** Returns the recipient of a contract that forwards its coins. */
function payeeOf(input: Hex): Address {
  return `0x${input.slice(-40).padStart(40, '0')}`
}

async function tokenPayments(
  client: PublicClient,
  { deployment, wallets, head }: Where,
): Promise<Paid[]> {
  const { tokens, startBlock } = deployment
  const paid: Paid[] = []
  for (const symbol of ASSET_SYMBOLS) {
    if (symbol === 'tBNB') continue
    const logs = await client.getLogs({
      address: tokens[symbol],
      event: TRANSFER,
      args: { to: [...wallets] },
      fromBlock: BigInt(startBlock),
      toBlock: head,
      strict: true,
    })
    for (const { transactionHash: source, blockNumber, args } of logs) {
      const block = blockNumber
      const wallet = lowerCase(args.to)
      paid.push({ source, wallet, symbol, amount: args.value, block })
    }
  }
  return paid
}

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
import { confirmationsOf } from '#core/deposits/confirmations.ts'
import { type AssetTerms, depositValue } from '#core/deposits/deposit-coins.ts'
import type { Deployment } from '#core/schemas/deployment.ts'

/** A payment as the chain has it, and what it is worth. */
export type ChainPayment = {
  /** What tells of it in the books: its transaction, or for coins that a
   * contract sent the wallet alone. */
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

/** Reads all blocks for what was paid to the wallets. */
export async function paymentsOnChain(
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

/** Reads blocks with their transactions, as many as are read at once. */
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

/** Whom a contract is made for that passes on what it was given. */
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

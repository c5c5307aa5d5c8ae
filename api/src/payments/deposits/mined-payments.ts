import { setImmediate } from 'node:timers/promises'
import { type Address, erc20Abi, parseEventLogs } from 'viem'
import { chunksOf } from '../../platform/batches.ts'
import type { Receipt } from '../../platform/chain/nodes/chain-node.ts'

export type Paid = { from: Address; amount: bigint }
/** What a transaction paid of a token to a wallet, in its order. */
export type TokenPayments = (token: Address, wallet: Address) => readonly Paid[]

/** Read without a pause: a transaction can hold tens of thousands. */
const LOGS_AT_ONCE = 100

/** Reads the receipt's transfers once, for all payments that it makes. */
export async function tokenPaymentsOf(
  { logs }: Receipt,
  tokens: readonly Address[],
): Promise<TokenPayments> {
  const ours = new Set(tokens.map((token) => token.toLowerCase()))
  const emitted = logs
    .filter(({ address }) => ours.has(address.toLowerCase()))
    .toSorted((a, b) => a.logIndex - b.logIndex)
  const payments = new Map<string, Paid[]>()
  for (const some of chunksOf(emitted, LOGS_AT_ONCE)) {
    const transfers = parseEventLogs({
      abi: erc20Abi,
      eventName: 'Transfer',
      logs: [...some],
    })
    for (const { address, args } of transfers) {
      if (args.value === 0n) continue
      const key = keyOf(address, args.to)
      const before = payments.get(key) ?? []
      before.push({ from: args.from, amount: args.value })
      payments.set(key, before)
    }
    await setImmediate()
  }
  return (token, wallet) => payments.get(keyOf(token, wallet)) ?? []
}

function keyOf(token: Address, wallet: Address): string {
  return `${token} ${wallet}`.toLowerCase()
}

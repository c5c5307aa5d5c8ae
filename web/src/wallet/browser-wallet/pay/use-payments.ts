import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  isHash,
} from 'viem'
import type { Config } from 'wagmi'
import { sendTransaction } from 'wagmi/actions'
import type { Deposit } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { paymentErrorText, UNCLEAR } from '../wallet-errors.ts'
import type { Asset } from './holdings.ts'

export type PaymentOrder = {
  asset: Asset
  amountWei: bigint
  from: Address
  to: Address
  chainId: number
}

/** A payment that the wallet reports as sent. */
export type SentPayment = {
  /** Undefined where the wallet returned none: several owners may have to sign. */
  hash: Hash | undefined
  from: Address
  symbol: AssetSymbol
  amountWei: bigint
  /** Ids of the deposits before it. */
  earlier: ReadonlySet<string>
}

/**
 * Tracks the payments of this page: the one that waits for the wallet's owner,
 * and those sent. Call it above anything that unmounts when a wallet switches,
 * locks or disconnects: a forgotten payment may be paid twice.
 */
export function usePayments(config: Config, deposits: readonly Deposit[]) {
  const [sent, setSent] = useState<readonly SentPayment[]>([])
  const [followed, setFollowed] = useState<SentPayment>()
  const [abandoned, setAbandoned] = useState<Address>()
  const sending = useMutation({
    mutationFn: ({ order }: Pending) => sendPayment(config, order),
    // Also after `abandon`: a payment that was sent is still tracked.
    onSuccess: (answer, { order, earlier }) => {
      const { asset, amountWei, from } = order
      const hash = parseHash(answer)
      const payment = { hash, from, symbol: asset.symbol, amountWei, earlier }
      setSent((before) => [...before, payment])
      setFollowed(payment)
    },
  })
  return {
    /** Waits for the wallet's answer. */
    pending: sending.isPending ? sending.variables.order : undefined,
    followed,
    others: sent.filter((payment) => payment !== followed),
    /** Error of an account's last payment. */
    getErrorText: (from: Address) => {
      if (abandoned === from) return UNCLEAR
      const isOwn = sending.isError && sending.variables.order.from === from
      return isOwn ? paymentErrorText(sending.error) : undefined
    },
    send: (order: PaymentOrder) => {
      setAbandoned(undefined)
      const earlier = new Set(deposits.map(({ id }) => id))
      sending.mutate({ order, earlier })
    },
    /** Stops waiting for a wallet that shows no request any more. */
    abandon: () => {
      setAbandoned(sending.variables?.order.from)
      sending.reset()
    },
    unfollow: () => setFollowed(undefined),
  }
}

type Pending = {
  order: PaymentOrder
  earlier: ReadonlySet<string>
}

function sendPayment(
  config: Config,
  { asset, amountWei, from, to, chainId }: PaymentOrder,
): Promise<Hash> {
  const sender = { account: from, chainId }
  if (!asset.address) {
    return sendTransaction(config, { ...sender, to, value: amountWei })
  }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, amountWei],
  })
  return sendTransaction(config, { ...sender, to: asset.address, data })
}

/** @param answer of the wallet, which may not be a hash. */
export function parseHash(answer: string): Hash | undefined {
  const hash = answer.toLowerCase()
  return isHash(hash) ? hash : undefined
}

/** Finds the deposit of this transaction. */
export function findDeposit(
  { hash }: SentPayment,
  deposits: readonly Deposit[],
): Deposit | undefined {
  return hash && deposits.find(({ txHash }) => txHash === hash)
}

/**
 * Finds a later deposit of the same amount: a wallet that speeds a payment up
 * sends it again under another hash.
 *
 * @param others payments of this page, whose deposits are their own.
 */
export function findReplacement(
  { symbol, amountWei, earlier }: SentPayment,
  deposits: readonly Deposit[],
  others: readonly SentPayment[],
): Deposit | undefined {
  const amount = formatUnits(amountWei)
  return deposits.find(
    (deposit) =>
      deposit.cryptoType === symbol &&
      deposit.amount === amount &&
      !earlier.has(deposit.id) &&
      !others.some(({ hash }) => hash && hash === deposit.txHash),
  )
}

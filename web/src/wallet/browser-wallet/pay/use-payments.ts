import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import type { Config } from 'wagmi'
import type { Deposit } from '#core/api/wallet.ts'
import { paymentTrouble, UNCLEAR } from './payment-trouble.ts'
import { type PaymentOrder, sendPayment } from './send-payment.ts'
import { hashOf, type SentPayment } from './sent-payment.ts'

/**
 * The payments of this page: one that the wallet asks about, and those that it
 * has sent. Keep it where no wallet that switches, locks or leaves takes it
 * away: who forgets a payment under way has it paid twice.
 */
export function usePayments(config: Config, deposits: readonly Deposit[]) {
  const [sent, setSent] = useState<readonly SentPayment[]>([])
  const [followed, setFollowed] = useState<SentPayment>()
  const [unanswered, setUnanswered] = useState<Address>()
  const asking = useMutation({
    mutationFn: ({ order }: Asked) => sendPayment(config, order),
    // Also of one that nobody waited for any more: what was sent is followed.
    onSuccess: (hash, { order, earlier }) => {
      const { asset, amountWei, from } = order
      const { symbol } = asset
      const payment = { hash: hashOf(hash), from, symbol, amountWei, earlier }
      setSent((before) => [...before, payment])
      setFollowed(payment)
    },
  })
  const troubleOf = (from: Address) => {
    if (unanswered === from) return UNCLEAR
    const isOfIt = asking.isError && asking.variables.order.from === from
    return isOfIt ? paymentTrouble(asking.error) : undefined
  }
  return {
    asked: asking.isPending ? asking.variables.order : undefined,
    followed,
    others: sent.filter((payment) => payment !== followed),
    troubleOf,
    ask: (order: PaymentOrder) => {
      setUnanswered(undefined)
      const earlier = new Set(deposits.map(({ id }) => id))
      asking.mutate({ order, earlier })
    },
    /** The wallet does not ask any more, and never said what became of it. */
    giveUp: () => {
      setUnanswered(asking.variables?.order.from)
      asking.reset()
    },
    unfollow: () => setFollowed(undefined),
  }
}

interface Asked {
  order: PaymentOrder
  /** Deposits that were there before. */
  earlier: ReadonlySet<string>
}

import type { Deposit } from '#core/api/wallet.ts'
import type { Mood } from '../../../components/bendy.tsx'
import { coinsText } from '../../../lib/format.ts'
import { depositText } from '../../deposit-text.ts'
import type { TxStatus } from './tx-status.ts'

/** Nodes may have dropped a transaction that they don't know for so long. */
const DROPPED_AFTER_MS = 30_000
/** By then the replacement of a sped-up payment is a deposit. */
const REPLACED_AFTER_MS = 15_000
/** The API sees most payments within a second or two. */
const OVERDUE_AFTER_MS = 6_000

export type PaymentStatusView = {
  mood: Mood
  title: string
  text: string
  /** The coins are credited. */
  isDone?: boolean
  /** Definitely failed: it can be sent again. */
  isLost?: boolean
  /** Possibly failed; only the wallet can tell. */
  mayBeLost?: boolean
}

type Known = {
  deposit: Deposit | undefined
  /** Undefined until the chain has been read. */
  status: TxStatus | undefined
  /** False where the wallet returned none: the chain can't be read for it. */
  hasHash: boolean
  /** The last read of the chain failed. */
  isUnreadable: boolean
}

/** Describes a payment. The API's deposit counts more than the chain's status. */
export function paymentStatusView(known: Known): PaymentStatusView {
  const { deposit, status, hasHash, isUnreadable } = known
  if (deposit) return viewOfDeposit(deposit)
  if (!hasHash) return views.unnamed
  if (isUnreadable) return views.unreadable
  const { state = 'unknown' } = status ?? {}
  if (!isLikelyGone(status)) return views[state]
  return state === 'replaced' ? views.cancelled : views.dropped
}

/** True when dropped or replaced for so long that it may never be mined. */
export function isLikelyGone(status: TxStatus | undefined): boolean {
  if (status?.state === 'unknown') return status.lastedMs > DROPPED_AFTER_MS
  return status?.state === 'replaced' && status.lastedMs > REPLACED_AFTER_MS
}

/** True when mined for so long that the API should look it up. */
export function isOverdue(status: TxStatus | undefined): boolean {
  return status?.state === 'mined' && status.lastedMs > OVERDUE_AFTER_MS
}

function viewOfDeposit(deposit: Deposit): PaymentStatusView {
  const { status, coins } = deposit
  const text = depositText(deposit)
  if (status === 'pending') {
    return { mood: 'tense', title: 'On its way', text }
  }
  if (status === 'confirmed') {
    const title = `${coinsText(coins)} for you`
    return { mood: 'win', title, text, isDone: true }
  }
  return { mood: 'loss', title: 'This payment wasn’t credited', text }
}

const REPLACED = 'Replaced by another transaction'

const views = {
  unnamed: {
    mood: 'waiting',
    title: 'Check your wallet',
    text: 'Your wallet hasn’t reported a transaction yet. Once you pay, it shows up here.',
  },
  unreadable: {
    mood: 'waiting',
    title: 'Sent',
    text: 'We can’t read the chain right now. Your payment is not affected.',
  },
  dropped: {
    mood: 'lost',
    title: 'Not on the network yet',
    text: 'We can’t find this payment. Check your wallet: if it’s neither pending nor sent there, nothing was paid and you can send it again.',
    mayBeLost: true,
  },
  cancelled: {
    mood: 'lost',
    title: REPLACED,
    text: 'Your wallet sent another transaction instead. If you canceled the payment, nothing was paid and you can send it again.',
    mayBeLost: true,
  },
  unknown: {
    mood: 'waiting',
    title: 'Sent',
    text: 'Waiting for the network to see it.',
  },
  waiting: {
    mood: 'waiting',
    title: 'Sent',
    text: 'Waiting for a block. Your wallet can speed it up.',
  },
  mined: {
    mood: 'tense',
    title: 'In a block',
    text: 'It’ll show up any moment.',
  },
  failed: {
    mood: 'loss',
    title: 'The payment failed',
    text: 'The chain rejected it. You only paid the network fee.',
    isLost: true,
  },
  replaced: {
    mood: 'waiting',
    title: REPLACED,
    text: 'Your wallet sent another transaction instead. If you sped it up, the deposit shows up here in a moment.',
  },
} satisfies Record<string, PaymentStatusView>

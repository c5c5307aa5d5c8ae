import type { Deposit } from '#core/api/wallet.ts'
import type { Mood } from '../../../components/bendy-pose.ts'
import { depositText } from '../../../lib/deposit-text.ts'
import { coinsText } from '../../../lib/format.ts'
import type { Fate } from './payment-fate.ts'

/** A transaction that no node knows so long may have been dropped somewhere. */
const DROPPED_AFTER_MS = 30_000
/** One that was sped up is a deposit by then. */
const GONE_AFTER_MS = 15_000
/** The house sees most payments within a second or two. */
const OVERDUE_AFTER_MS = 6_000

export interface PaymentStory {
  mood: Mood
  title: string
  told: string
  /** The coins are there. */
  isDone?: boolean
  /** Nothing will come of it: it may be sent again. */
  isLost?: boolean
  /** Nothing may come of it, which only its wallet can tell. */
  mayBeLost?: boolean
}

interface Known {
  deposit: Deposit | undefined
  /** Undefined until the chain has been asked. */
  fate: Fate | undefined
  /** Without one the chain can not be asked. */
  hasHash: boolean
  /** The chain could not be read the last time. */
  isBlind: boolean
}

/** What has become of a payment, and what its player may do. */
export function storyOf(known: Known): PaymentStory {
  const { deposit, fate, hasHash, isBlind } = known
  if (deposit) return storyOfDeposit(deposit)
  if (!hasHash) return WITHOUT_HASH
  if (isBlind) return BLIND
  if (isGone(fate)) return fate?.state === 'replaced' ? GONE : DROPPED
  return STORIES[fate?.state ?? 'unknown']
}

/** It was not there for so long that another may stand for it. */
export function isGone(fate: Fate | undefined): boolean {
  if (fate?.state === 'unknown') return fate.lastedMs > DROPPED_AFTER_MS
  return fate?.state === 'replaced' && fate.lastedMs > GONE_AFTER_MS
}

/** In a block for so long that the house should be asked to look. */
export function isOverdue(fate: Fate | undefined): boolean {
  return fate?.state === 'mined' && fate.lastedMs > OVERDUE_AFTER_MS
}

function storyOfDeposit(deposit: Deposit): PaymentStory {
  const { status, coins } = deposit
  const told = depositText(deposit)
  if (status === 'pending') {
    return { mood: 'tense', title: 'It is on its way', told }
  }
  if (status === 'confirmed') {
    const title = `${coinsText(coins)} for you`
    return { mood: 'win', title, told, isDone: true }
  }
  return { mood: 'loss', title: 'This payment brought no coins', told }
}

const WITHOUT_HASH: PaymentStory = {
  mood: 'waiting',
  title: 'With your wallet',
  told: 'Your wallet has not named a transaction yet. Once you pay, it shows up here.',
}

const BLIND: PaymentStory = {
  mood: 'waiting',
  title: 'Sent',
  told: 'We can’t read the chain right now. Your payment is not affected.',
}

const DROPPED: PaymentStory = {
  mood: 'lost',
  title: 'Not on the network yet',
  told: 'Our nodes don’t know this payment. Check your wallet: if it lists it neither as pending nor as sent, nothing was paid and you can send it again.',
  mayBeLost: true,
}

const REPLACED: PaymentStory = {
  mood: 'waiting',
  title: 'Replaced by another transaction',
  told: 'Your wallet sent another transaction instead. If you sped it up, the deposit shows here in a moment.',
}

const GONE: PaymentStory = {
  ...REPLACED,
  mood: 'lost',
  told: 'Your wallet sent another transaction instead. If you cancelled the payment, nothing was paid and it can be sent again.',
  mayBeLost: true,
}

const STORIES: Record<Fate['state'], PaymentStory> = {
  unknown: {
    mood: 'waiting',
    title: 'Sent',
    told: 'Waiting for the network to see it.',
  },
  waiting: {
    mood: 'waiting',
    title: 'Sent',
    told: 'Waiting for a block. Your wallet can speed it up.',
  },
  mined: {
    mood: 'tense',
    title: 'In a block',
    told: 'We will see it any moment.',
  },
  failed: {
    mood: 'loss',
    title: 'The payment failed',
    told: 'The chain refused it: only the network’s fee was paid.',
    isLost: true,
  },
  replaced: REPLACED,
}

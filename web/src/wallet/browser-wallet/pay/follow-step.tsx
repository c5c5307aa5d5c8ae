import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Client, Hash } from 'viem'
import { useConfig } from 'wagmi'
import type { Deposit } from '#core/api/wallet.ts'
import { Bendy } from '../../../components/bendy.tsx'
import { Button } from '../../../components/button.tsx'
import { pollMs } from '../../../session/refresh.ts'
import { type Fate, fateOf } from './payment-fate.ts'
import {
  isGone,
  isOverdue,
  type PaymentStory,
  storyOf,
} from './payment-story.ts'
import { depositOf, deputyOf, type SentPayment } from './sent-payment.ts'

/** How the house shows what it and others know of a payment. */
export interface PaymentViews {
  deposit: (deposit: Deposit) => ReactNode
  /** Of a transaction without a deposit; an overdue one should be looked up. */
  transaction: (hash: Hash, isOverdue: boolean) => ReactNode
}

interface FollowStepProps {
  sent: SentPayment
  /** Others that were sent from this page. */
  others: readonly SentPayment[]
  deposits: readonly Deposit[]
  views: PaymentViews
  onSendAgain: () => void
  onSendMore: () => void
  onDone: () => void
}

/** Sent: from here on the chain and the house tell what becomes of it. */
export function FollowStep(props: FollowStepProps) {
  const { sent, others, deposits, views, onDone } = props
  const { hash } = sent
  const client = useConfig().getClient()
  const own = depositOf(sent, deposits)
  const fate = useQuery({ ...fateQuery(client, sent), enabled: !own })
  const isElsewhere = !hash || isAbsent(fate.data)
  const deputy = isElsewhere ? deputyOf(sent, deposits, others) : undefined
  const deposit = own ?? deputy
  const story = storyOf({
    deposit,
    fate: fate.data,
    hasHash: hash !== undefined,
    isBlind: fate.isError,
  })
  const isAgain = story.isLost || story.mayBeLost
  return (
    <div className="grid gap-5">
      <Story {...story} />
      {deposit ? (
        <ul aria-label="Your deposit">{views.deposit(deposit)}</ul>
      ) : (
        hash && views.transaction(hash, isOverdue(fate.data))
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant={story.isLost ? 'action' : 'plain'}
          onClick={isAgain ? props.onSendAgain : props.onSendMore}
        >
          {isAgain ? 'Send again' : 'Send more'}
        </Button>
        <Button
          // Another one, which takes the focus as the coins come.
          key={story.isDone ? 'play' : 'close'}
          autoFocus={story.isDone}
          variant={story.isLost ? 'plain' : 'action'}
          onClick={onDone}
        >
          {story.isDone ? 'Play' : 'Close'}
        </Button>
      </div>
    </div>
  )
}

/** Another may have been sent in its place. */
function isAbsent(fate: Fate | undefined): boolean {
  return fate?.state === 'replaced' || isGone(fate)
}

function Story({ mood, title, told }: PaymentStory) {
  return (
    <div className="grid place-items-center gap-2 text-center">
      <Bendy mood={mood} className="w-28" />
      <div role="status" className="grid gap-1">
        <p className="font-display font-semibold text-lead">{title}</p>
        <p>{told}</p>
      </div>
    </div>
  )
}

function fateQuery(client: Client, { hash, from }: SentPayment) {
  return queryOptions({
    queryKey: ['payment-fate', hash],
    queryFn: hash
      ? ({ client: cache, queryKey }) =>
          fateOf(client, { hash, from }, cache.getQueryData<Fate>(queryKey))
      : skipToken,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'failed' ? false : pollMs.paymentStatus,
  })
}

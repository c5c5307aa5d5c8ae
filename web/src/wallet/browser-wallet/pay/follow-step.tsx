import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useConfig } from 'wagmi'
import type { Deposit } from '#core/api/wallet.ts'
import { Bendy, type Mood } from '../../../components/bendy.tsx'
import { Button } from '../../../components/button.tsx'
import { DepositRow } from '../../deposit-list.tsx'
import { SentTransaction } from '../../recheck.tsx'
import { isLikelyGone, isOverdue, paymentStatusView } from './payment-status.ts'
import { readTxStatus, type TxStatus } from './tx-status.ts'
import {
  findDeposit,
  findReplacement,
  type SentPayment,
} from './use-payments.ts'

type FollowStepProps = {
  sent: SentPayment
  /** Others that were sent from this page. */
  others: readonly SentPayment[]
  deposits: readonly Deposit[]
  explorer: string | null
  onSendAgain: () => void
  onSendMore: () => void
  onDone: () => void
}

/** Shows a sent payment's status, from the chain and the API. */
export function FollowStep(props: FollowStepProps) {
  const { sent, others, deposits, explorer, onDone } = props
  const { hash } = sent
  const own = findDeposit(sent, deposits)
  const { data: status, isError } = useTxStatus(sent, own === undefined)
  const isAbsent = !hash || status?.state === 'replaced' || isLikelyGone(status)
  const deposit =
    own ?? (isAbsent ? findReplacement(sent, deposits, others) : undefined)
  const view = paymentStatusView({
    deposit,
    status,
    hasHash: hash !== undefined,
    isUnreadable: isError,
  })
  const canSendAgain = view.isLost || view.mayBeLost
  return (
    <div className="grid gap-5">
      <PaymentNews mood={view.mood} title={view.title}>
        {view.text}
      </PaymentNews>
      {deposit && (
        <ul aria-label="Your deposit">
          <DepositRow deposit={deposit} />
        </ul>
      )}
      {!deposit && hash && (
        <SentTransaction
          hash={hash}
          explorer={explorer}
          isOverdue={isOverdue(status)}
        />
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant={view.isLost ? 'action' : 'plain'}
          onClick={canSendAgain ? props.onSendAgain : props.onSendMore}
        >
          {canSendAgain ? 'Send again' : 'Send more'}
        </Button>
        <Button
          // Another one, which takes the focus as the coins come.
          key={view.isDone ? 'play' : 'close'}
          autoFocus={view.isDone}
          variant={view.isLost ? 'plain' : 'action'}
          onClick={onDone}
        >
          {view.isDone ? 'Play' : 'Close'}
        </Button>
      </div>
    </div>
  )
}

type PaymentNewsProps = {
  mood: Mood
  title: string
  children: ReactNode
}

/** Announces a payment's status. */
export function PaymentNews({ mood, title, children }: PaymentNewsProps) {
  return (
    <div className="grid place-items-center gap-2 text-center">
      <Bendy mood={mood} className="w-28" />
      <div role="status" className="grid gap-1">
        <p className="font-display font-semibold text-lead">{title}</p>
        <p>{children}</p>
      </div>
    </div>
  )
}

function useTxStatus({ hash, from }: SentPayment, enabled: boolean) {
  const client = useConfig().getClient()
  return useQuery({
    queryKey: ['tx-status', hash],
    queryFn: hash
      ? ({ client: cache, queryKey }) =>
          readTxStatus(
            client,
            { hash, from },
            cache.getQueryData<TxStatus>(queryKey),
          )
      : skipToken,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'failed' ? false : 1_500,
    enabled,
  })
}

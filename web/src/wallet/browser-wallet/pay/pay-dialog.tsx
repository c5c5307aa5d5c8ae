import { useState } from 'react'
import type { SiweSite } from '#core/api/siwe.ts'
import type { Deposit, WalletInfo } from '#core/api/wallet.ts'
import { Button } from '../../../components/button.tsx'
import { sharedWalletConfig } from '../wallet-config.ts'
import { WalletFrame } from '../wallet-frame.tsx'
import { WalletSteps } from '../wallet-steps.tsx'
import { AskingStep } from './asking-step.tsx'
import { FollowStep, type PaymentViews } from './follow-step.tsx'
import { PayStep } from './pay-step.tsx'
import type { PayStepProps, Written } from './pay-step-props.ts'
import { depositOf, type SentPayment } from './sent-payment.ts'
import { usePayments } from './use-payments.ts'

const NOTHING: Written = { text: '' }

interface PayDialogProps {
  site: SiweSite
  /** The wallet at the house, which is paid to. */
  info: WalletInfo
  views: PaymentViews
  open: boolean
  onOpenChange: (open: boolean) => void
  /** For who would rather send from elsewhere. */
  onUseAddress: () => void
}

/** From no wallet to coins: connect, choose, send, and watch it arrive. */
export function PayDialog(props: PayDialogProps) {
  const { info, site, views, open, onOpenChange } = props
  const { deposits } = info
  // Here, since what is in the dialog goes when it steps aside for the wallets.
  const payments = usePayments(sharedWalletConfig(site), deposits)
  const { asked, followed, others, unfollow } = payments
  const [written, setWritten] = useState<Written>(NOTHING)
  const startAnew = () => {
    setWritten(NOTHING)
    unfollow()
  }
  const [wasOpen, setWasOpen] = useState(open)
  const [isSeen, setSeen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    // One that was on its way is there when the player looks again.
    if (open && isSeen) startAnew()
    else setSeen(followed !== undefined && isOver(followed, deposits))
  }
  return (
    <WalletFrame
      site={site}
      title="Pay from a wallet"
      open={open}
      onOpenChange={onOpenChange}
    >
      {asked && <AskingStep order={asked} onGiveUp={payments.giveUp} />}
      {!asked && followed && (
        <FollowStep
          key={followed.hash}
          sent={followed}
          others={others}
          deposits={deposits}
          views={views}
          onSendAgain={unfollow}
          onSendMore={startAnew}
          onDone={() => onOpenChange(false)}
        />
      )}
      {!asked && !followed && (
        <Sending
          site={site}
          info={info}
          onUseAddress={props.onUseAddress}
          written={written}
          onWritten={setWritten}
          troubleOf={payments.troubleOf}
          onSend={payments.ask}
        />
      )}
    </WalletFrame>
  )
}

type SendingProps = Pick<PayDialogProps, 'site' | 'info' | 'onUseAddress'> &
  Pick<PayStepProps, 'written' | 'onWritten' | 'troubleOf' | 'onSend'>

function Sending({ site, info, onUseAddress, ...form }: SendingProps) {
  const { address: to } = info
  if (!to) {
    return (
      <p role="status">
        Your deposit address is being registered. It is ready in a few seconds.
      </p>
    )
  }
  return (
    <WalletSteps
      site={site}
      reason="Pay from a wallet in this browser without leaving the page. It asks you before it sends anything."
      withoutOne="or send from any other wallet to your deposit address."
      otherWay={<Button onClick={onUseAddress}>Show my address</Button>}
    >
      {(wallet) => (
        <PayStep wallet={wallet} info={{ ...info, address: to }} {...form} />
      )}
    </WalletSteps>
  )
}

function isOver(sent: SentPayment, deposits: readonly Deposit[]): boolean {
  const status = depositOf(sent, deposits)?.status
  return status !== undefined && status !== 'pending'
}

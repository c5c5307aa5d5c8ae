import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiweSite } from '#core/api/siwe.ts'
import type { Deposit, WalletInfo } from '#core/api/wallet.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { Button } from '../../../components/button.tsx'
import type { DialogState } from '../../../components/dialog.tsx'
import { amountText, shortHex } from '../../../lib/format.ts'
import { walletQuery } from '../../wallet-query.ts'
import { sharedWalletConfig } from '../wallet-config.ts'
import { WalletFrame } from '../wallet-frame.tsx'
import { WalletSteps } from '../wallet-steps.tsx'
import { FollowStep, PaymentNews } from './follow-step.tsx'
import { PayStep, type Written } from './pay-form.tsx'
import {
  findDeposit,
  type PaymentOrder,
  type SentPayment,
  usePayments,
} from './use-payments.ts'

const NOTHING: Written = { text: '' }

export type PayDialogProps = DialogState & {
  site: SiweSite
  player: string
  /** Opens the deposit dialog instead. */
  onUseAddress: () => void
}

/** Pays from a browser wallet: connect, choose, send, and watch it arrive. */
export function PayDialog(props: PayDialogProps) {
  const { data: info } = useQuery(walletQuery(props.player))
  return info ? <Paying {...props} info={info} /> : null
}

function Paying(props: PayDialogProps & { info: WalletInfo }) {
  const { info, site, open, onOpenChange, onUseAddress } = props
  const { address, deposits, network } = info
  // The dialog's content unmounts while RainbowKit's list of wallets is open.
  const payments = usePayments(sharedWalletConfig(site), deposits)
  const { pending, followed, others, unfollow } = payments
  const [written, setWritten] = useState<Written>(NOTHING)
  const startOver = () => {
    setWritten(NOTHING)
    unfollow()
  }
  const [wasOpen, setWasOpen] = useState(open)
  const [isSeen, setSeen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    // A payment that was still on its way is shown again.
    if (open && isSeen) startOver()
    else setSeen(followed !== undefined && isOver(followed, deposits))
  }
  const isChoosing = !(pending || followed)
  return (
    <WalletFrame
      site={site}
      title="Pay from a wallet"
      open={open}
      onOpenChange={onOpenChange}
    >
      {pending && <ConfirmStep order={pending} onAbandon={payments.abandon} />}
      {!pending && followed && (
        <FollowStep
          key={followed.hash}
          sent={followed}
          others={others}
          deposits={deposits}
          explorer={network?.explorer ?? null}
          onSendAgain={unfollow}
          onSendMore={startOver}
          onDone={() => onOpenChange(false)}
        />
      )}
      {isChoosing && !address && (
        <p role="status">
          Your deposit address is being registered. It’ll be ready in a few
          seconds.
        </p>
      )}
      {isChoosing && address && (
        <WalletSteps
          site={site}
          reason="Pay from a wallet in this browser without leaving the page. It asks you before it sends anything."
          withoutOne="or send from any other wallet to your deposit address."
          otherWay={<Button onClick={onUseAddress}>Show my address</Button>}
        >
          {(wallet) => (
            <PayStep
              wallet={wallet}
              info={{ ...info, address }}
              written={written}
              onWritten={setWritten}
              getErrorText={payments.getErrorText}
              onSend={payments.send}
            />
          )}
        </WalletSteps>
      )}
    </WalletFrame>
  )
}

function isOver(sent: SentPayment, deposits: readonly Deposit[]): boolean {
  const status = findDeposit(sent, deposits)?.status
  return status !== undefined && status !== 'pending'
}

type ConfirmStepProps = {
  order: PaymentOrder
  onAbandon: () => void
}

/** Waits for the wallet: nothing else can be sent until it answers. */
function ConfirmStep({ order, onAbandon }: ConfirmStepProps) {
  const { asset, amountWei, from } = order
  const amount = formatUnits(amountWei)
  return (
    <div className="grid gap-5">
      <PaymentNews mood="waiting" title="Waiting for your wallet">
        Confirm there that you want to send{' '}
        <strong>{amountText({ amount, cryptoType: asset.symbol })}</strong> from{' '}
        <code className="hex">{shortHex(from)}</code>. No pop-up? Open your
        wallet.
      </PaymentNews>
      <Button onClick={onAbandon}>My wallet isn’t asking anymore</Button>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { PayDialog } from '../features/browser-wallet/pay/pay-dialog.tsx'
import { DepositDialog } from '../features/wallet/deposit-dialog.tsx'
import { DepositRow } from '../features/wallet/deposit-row.tsx'
import { SentTransaction } from '../features/wallet/sent-transaction.tsx'
import { walletInfoQuery } from '../features/wallet/wallet-info-query.ts'

type PayFromWalletProps = Omit<
  ComponentProps<typeof PayDialog>,
  'info' | 'views' | 'onUseAddress'
> & { player: string }

/** Where the player's own wallet meets the one at the house. Load it lazily. */
export function PayFromWallet(props: PayFromWalletProps) {
  const { player, open, ...dialog } = props
  const { data: info } = useQuery(walletInfoQuery(player))
  const [isByAddress, setByAddress] = useState(false)
  if (!info) return null
  const { address, network } = info
  return (
    <>
      {/* It stays: it knows what was sent. */}
      <PayDialog
        {...dialog}
        info={info}
        views={{
          deposit: (deposit) => <DepositRow deposit={deposit} />,
          transaction: (hash, isOverdue) => (
            <SentTransaction
              hash={hash}
              explorer={network?.explorer ?? null}
              isOverdue={isOverdue}
            />
          ),
        }}
        open={open && !isByAddress}
        onUseAddress={() => setByAddress(true)}
      />
      {address && network && (
        <DepositDialog
          address={address}
          network={network}
          info={info}
          open={open && isByAddress}
          onOpenChange={(isOpen) => {
            setByAddress(isOpen)
            dialog.onOpenChange(isOpen)
          }}
          onPay={() => setByAddress(false)}
        />
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { PayDialog } from '../wallet/browser-wallet/pay/pay-dialog.tsx'
import { DepositRow } from '../wallet/deposit-row.tsx'
import { SentTransaction } from '../wallet/sent-transaction.tsx'
import { walletInfoQuery } from '../wallet/wallet-info-query.ts'

type PayFromWalletProps = Omit<
  ComponentProps<typeof PayDialog>,
  'info' | 'views'
> & { player: string }

/** Where the player's own wallet meets the one at the house. Load it lazily. */
export function PayFromWallet(props: PayFromWalletProps) {
  const { player, ...dialog } = props
  const { data: info } = useQuery(walletInfoQuery(player))
  if (!info) return null
  return (
    <PayDialog
      {...dialog}
      info={info}
      views={{
        deposit: (deposit) => <DepositRow deposit={deposit} />,
        transaction: (hash, isOverdue) => (
          <SentTransaction
            hash={hash}
            explorer={info.network?.explorer ?? null}
            isOverdue={isOverdue}
          />
        ),
      }}
    />
  )
}

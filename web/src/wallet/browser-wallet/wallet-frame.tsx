import { RainbowKitProvider, useConnectModal } from '@rainbow-me/rainbowkit'
import { type ReactNode, useRef, useState } from 'react'
import { WagmiProvider } from 'wagmi'
import '@rainbow-me/rainbowkit/styles.css'
import type { SiweSite } from '#core/api/siwe.ts'
import { Dialog } from '../../components/dialog.tsx'
import type { FocusOrigins } from '../../lib/use-return-focus.ts'
import { useConnectTrouble } from './use-connect-trouble.ts'
import { sharedWalletConfig } from './wallet-config.ts'
import { walletTheme } from './wallet-theme.ts'

interface WalletFrameProps {
  site: SiweSite
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** A dialog that knows wallets. Load it lazily: it brings all wallet code. */
export function WalletFrame({ site, ...dialog }: WalletFrameProps) {
  const [theme] = useState(walletTheme)
  const { failures, trouble } = useConnectTrouble()
  const focusOrigins = useRef<HTMLElement[]>([])
  return (
    <WagmiProvider config={sharedWalletConfig(site)} reconnectOnMount={false}>
      {/* The list of wallets never says that one declined: it goes, and we do. */}
      <RainbowKitProvider key={failures} modalSize="compact" theme={theme}>
        <DialogBesideWallets
          trouble={trouble}
          focusOrigins={focusOrigins}
          {...dialog}
        />
      </RainbowKitProvider>
    </WagmiProvider>
  )
}

interface DialogBesideWalletsProps extends Omit<WalletFrameProps, 'site'> {
  trouble: string | undefined
  focusOrigins: FocusOrigins
}

/** Steps aside while the wallets are shown to choose from: one dialog at a time. */
function DialogBesideWallets(props: DialogBesideWalletsProps) {
  const { trouble, children, ...dialog } = props
  const { connectModalOpen } = useConnectModal()
  return (
    <Dialog hasCross isAside={connectModalOpen} {...dialog}>
      {trouble && (
        <p role="alert" className="mb-4 font-bold text-bubblegum-text">
          {trouble}
        </p>
      )}
      {children}
    </Dialog>
  )
}

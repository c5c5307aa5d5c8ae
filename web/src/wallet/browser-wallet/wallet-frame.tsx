import '@rainbow-me/rainbowkit/styles.css'
import {
  darkTheme,
  RainbowKitProvider,
  type Theme,
  useConnectModal,
} from '@rainbow-me/rainbowkit'
import {
  type MutationCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { WagmiProvider } from 'wagmi'
import type { SiweSite } from '#core/api/siwe.ts'
import { Dialog, type DialogState } from '../../components/dialog.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import type { FocusOrigins } from '../../lib/use-return-focus.ts'
import { sharedWalletConfig } from './wallet-config.ts'
import { connectErrorText } from './wallet-errors.ts'

type WalletFrameProps = DialogState & {
  site: SiweSite
  title: string
  children: ReactNode
}

/** A dialog with wallet context. Load it lazily: it brings all wallet code. */
export function WalletFrame({ site, ...dialog }: WalletFrameProps) {
  const [theme] = useState(walletTheme)
  const { failures, errorText } = useConnectFailures()
  const focusOrigins = useRef<HTMLElement[]>([])
  return (
    <WagmiProvider config={sharedWalletConfig(site)} reconnectOnMount={false}>
      {/* RainbowKit's list hides failures: remount it, and show them here. */}
      <RainbowKitProvider key={failures} modalSize="compact" theme={theme}>
        <DialogBesideWallets
          errorText={errorText}
          focusOrigins={focusOrigins}
          {...dialog}
        />
      </RainbowKitProvider>
    </WagmiProvider>
  )
}

type DialogBesideWalletsProps = Omit<WalletFrameProps, 'site'> & {
  errorText: string | undefined
  focusOrigins: FocusOrigins
}

/** Hides while RainbowKit's list of wallets is open: one dialog at a time. */
function DialogBesideWallets(props: DialogBesideWalletsProps) {
  const { errorText, children, ...dialog } = props
  const { connectModalOpen } = useConnectModal()
  return (
    <Dialog hasCross isHidden={connectModalOpen} {...dialog}>
      <ErrorText className="mb-4">{errorText}</ErrorText>
      {children}
    </Dialog>
  )
}

type ConnectFailures = {
  failures: number
  /** Undefined again while the next wallet connects. */
  errorText?: string
}

/** RainbowKit connects by itself; only wagmi's mutation reports failures. */
function useConnectFailures(): ConnectFailures {
  const cache = useQueryClient().getMutationCache()
  const [state, setState] = useState<ConnectFailures>({ failures: 0 })
  useEffect(
    () =>
      cache.subscribe((event) => setState((before) => after(before, event))),
    [cache],
  )
  return state
}

function after(
  before: ConnectFailures,
  event: MutationCacheNotifyEvent,
): ConnectFailures {
  if (event.type !== 'updated') return before
  const [kind] = event.mutation.options.mutationKey ?? []
  if (kind !== 'connect') return before
  const { failures } = before
  const { action } = event
  if (action.type === 'pending') return { failures }
  if (action.type !== 'error') return before
  return { failures: failures + 1, errorText: connectErrorText(action.error) }
}

function walletTheme(): Theme {
  const { colors, fonts, radii, ...rest } = darkTheme()
  return {
    ...rest,
    colors: {
      ...colors,
      accentColor: 'var(--color-sky-text)',
      accentColorForeground: 'var(--color-panel)',
      closeButton: 'var(--color-text)',
      closeButtonBackground: 'var(--color-raised)',
      generalBorder: 'var(--color-outline)',
      menuItemBackground: 'var(--color-raised)',
      modalBackdrop:
        'color-mix(in srgb, var(--color-outline) 75%, transparent)',
      modalBackground: 'var(--color-panel)',
      modalBorder: 'var(--color-outline)',
      modalText: 'var(--color-text)',
      modalTextDim: 'var(--color-soft)',
      modalTextSecondary: 'var(--color-soft)',
    },
    fonts: { ...fonts, body: 'var(--font-body)' },
    radii: { ...radii, modal: 'var(--radius-card)' },
  }
}

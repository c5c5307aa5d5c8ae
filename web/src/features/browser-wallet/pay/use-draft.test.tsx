import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { custom } from 'viem'
import { hardhat } from 'viem/chains'
import { expect, it } from 'vitest'
import { createConfig, WagmiProvider } from 'wagmi'
import { activeWallet } from '#testing/page/wallets.ts'
import { createQueryClient } from '../../../domain/session/query-client.ts'
import { useDraft } from './use-draft.ts'

it('leaves it to the wallet once balances can not be read any more', async () => {
  let isAway = false
  const request = async () => {
    if (isAway) throw Object.assign(new Error('away'), { code: 4_999 })
    return `0x${'0'.repeat(64)}`
  }
  const config = createConfig({
    chains: [hardhat],
    transports: { [hardhat.id]: custom({ request }, { retryCount: 0 }) },
  })
  const queryClient = createQueryClient()
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>
      <WagmiProvider config={config}>{children}</WagmiProvider>
    </QueryClientProvider>
  )
  const address = `0x${'11'.repeat(20)}` as const
  const [coin] = activeWallet.assets
  const props = {
    wallet: { address, chainId: hardhat.id, onLeave: () => undefined },
    info: { ...activeWallet, address, assets: coin ? [coin] : [] },
    written: { symbol: 'tBNB', text: '0.05' } as const,
    onWritten: () => undefined,
    troubleOf: () => undefined,
    onSend: () => undefined,
  }
  const { result } = renderHook(() => useDraft(props), { wrapper })
  await waitFor(() =>
    expect(result.current.payment?.problem).toContain('has 0 tBNB'),
  )
  isAway = true
  result.current.readAgain()
  await waitFor(() => expect(result.current.isUnread).toBe(true))
  expect(result.current.payment?.problem).toBeUndefined()
})

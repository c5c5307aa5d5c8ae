import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { type EIP1193RequestFn, toHex } from 'viem'
import { hardhat } from 'viem/chains'
import { expect, test } from 'vitest'
import { createConfig, http, injected } from 'wagmi'
import { connect } from 'wagmi/actions'
import { createQueryClient } from '../../../session/query-client.ts'
import { UNCLEAR } from '../wallet-errors.ts'
import { usePayments } from './use-payments.ts'

const from = `0x${'11'.repeat(20)}` as const
const to = `0x${'22'.repeat(20)}` as const
const HASH = `0x${'AB'.repeat(32)}`
const asset = { symbol: 'tBNB', minimum: '0.01', coinsPerUnit: 1 } as const
const order = { asset, amountWei: 5n, from, to, chainId: hardhat.id }

/** Renders the hook with a wallet whose answer the test resolves. */
async function openPage() {
  const answer = Promise.withResolvers<string>()
  const wallet = { chainId: hardhat.id as number, requests: 0 }
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_chainId') return toHex(wallet.chainId)
    if (method !== 'eth_sendTransaction') return [from]
    wallet.requests += 1
    return answer.promise
  }
  const provider = {
    request: request as EIP1193RequestFn,
    on: () => undefined,
    removeListener: () => undefined,
  }
  const config = createConfig({
    chains: [hardhat],
    transports: { [hardhat.id]: http() },
    connectors: [injected({ target: { id: 'test', name: 'Test', provider } })],
    storage: null,
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('no connector')
  await connect(config, { connector })
  const queryClient = createQueryClient()
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => usePayments(config, []), { wrapper })
  return { page: result, wallet, answer }
}

test('waits for the wallet, then follows the payment', async () => {
  const { page, answer } = await openPage()
  act(() => page.current.send(order))
  await waitFor(() => expect(page.current.pending).toEqual(order))
  expect(page.current.followed).toBeUndefined()
  answer.resolve(HASH)
  await waitFor(() => expect(page.current.followed).toBeDefined())
  expect(page.current.pending).toBeUndefined()
  expect(page.current.followed?.hash).toBe(HASH.toLowerCase())
})

test('follows a payment that is sent after it was abandoned', async () => {
  const { page, wallet, answer } = await openPage()
  act(() => page.current.send(order))
  await waitFor(() => expect(wallet.requests).toBe(1))
  act(() => page.current.abandon())
  await waitFor(() => expect(page.current.pending).toBeUndefined())
  expect(page.current.getErrorText(from)).toBe(UNCLEAR)
  expect(page.current.getErrorText(to)).toBeUndefined()
  answer.resolve(HASH)
  await waitFor(() => expect(page.current.followed).toBeDefined())
})

test('sends nothing when the wallet is on another network', async () => {
  const { page, wallet } = await openPage()
  wallet.chainId = 56
  act(() => page.current.send(order))
  const text = () => page.current.getErrorText(from)
  await waitFor(() => expect(text()).toContain('switched to another network'))
  expect(wallet.requests).toBe(0)
})

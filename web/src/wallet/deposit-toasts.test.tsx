import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Deposit } from '#core/api/wallet.ts'
import { coins } from '#core/money/coins.ts'
import { fastTime } from '#testing/page/fast-time.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { socketServer } from '#testing/page/socket-server.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import {
  activating,
  activeWallet,
  creditedDeposit,
  pendingDeposit,
} from '#testing/page/wallets.ts'
import { useAuth } from '../session/auth.tsx'
import { SocketProvider } from '../session/socket-provider.tsx'
import { DepositToasts } from './deposit-toasts.tsx'
import { WalletCard } from './wallet-card.tsx'

const INFO = 'GET /api/wallet/info'
fastTime()
const server = stubServer()
let socket: ReturnType<typeof socketServer>

beforeEach(() => {
  socket = socketServer()
  server.answer('GET /api/user', 200, bea)
})

async function watch() {
  renderPage(
    <SocketProvider>
      <DepositToasts />
      <WalletCard player={bea.id} onDeposit={vi.fn()} />
      <Balance />
    </SocketProvider>,
  )
  await waitFor(() => expect(socket.paths).toHaveLength(1))
}

function Balance() {
  return <p>Balance {useAuth().user?.balance}</p>
}

function update(deposit: Deposit) {
  server.answer(INFO, 200, { ...activeWallet, deposits: [deposit] })
  // HTTP alone gives the transaction and the times.
  const times = ['txHash', 'createdAt', 'confirmedAt']
  const rest = Object.entries(deposit).filter(([name]) => !times.includes(name))
  push({ type: 'deposit', ...Object.fromEntries(rest) })
}

function push(message: object) {
  socket.push(JSON.stringify({ timestamp: 1_772_000_000_000, ...message }))
}

test('follows pushed confirmations, and announces the credit', async () => {
  server.answer(INFO, 200, activeWallet)
  await watch()
  await screen.findByText('0x71C765…d8976F')
  update(pendingDeposit)
  await screen.findByText('3/6 confirmations')
  update({ ...pendingDeposit, confirmations: 4 })
  await screen.findByText('4/6 confirmations')
  expect(screen.queryByText('Deposit credited')).toBeNull()
  update(creditedDeposit)
  await screen.findByText('Credited')
  screen.getByText('Deposit credited')
  screen.getByText('0.05 tBNB became 5,000 coins')
})

test('announces a reversed deposit with its reason', async () => {
  const reason = 'The chain dropped the payment.'
  server.answer(INFO, 200, { ...activeWallet, deposits: [creditedDeposit] })
  await watch()
  update({ ...creditedDeposit, status: 'reversed', coins: coins(0), reason })
  await screen.findByText('Deposit reversed')
  expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
})

test('shows the address as soon as the wallet is active', async () => {
  server.answer(INFO, 200, activating)
  await watch()
  await screen.findByText('Activating…')
  server.answer(INFO, 200, activeWallet)
  push({ type: 'wallet', state: 'active' })
  await screen.findByText('0x71C765…d8976F')
})

test('refetches when the socket opens, for coins that came earlier', async () => {
  server.answer(INFO, 200, activeWallet)
  socket.onOpening(() => {
    server.answer('GET /api/user', 200, { ...bea, balance: 6_000 })
    server.answer(INFO, 200, { ...activeWallet, deposits: [pendingDeposit] })
  })
  await watch()
  await screen.findByText('Balance 6000')
  await screen.findByText('3/6 confirmations')
})

test('refetches after the socket reconnects', async () => {
  server.answer(INFO, 200, activeWallet)
  await watch()
  await screen.findByText('0x71C765…d8976F')
  server.answer(INFO, 200, { ...activeWallet, deposits: [pendingDeposit] })
  socket.hangUp()
  await screen.findByText('3/6 confirmations')
})

import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { WalletInfo } from '#core/api/wallet.ts'
import { press, pressSoon } from '#testing/page/acts.ts'
import { fastTime, passes } from '#testing/page/fast-time.ts'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import {
  activating,
  activeWallet,
  creditedDeposit,
  noWallet,
  pendingDeposit,
} from '#testing/page/wallets.ts'
import { WalletCard } from './wallet-card.tsx'

const INFO = 'GET /api/wallet/info'
const GENERATE = 'POST /api/wallet/generate'

fastTime()
const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 200, bea))

function show(info: WalletInfo) {
  server.answer(INFO, 200, info)
  renderPage(<WalletCard player={bea.id} onDeposit={() => undefined} />)
}

function card() {
  return within(screen.getByRole('region', { name: 'Deposit wallet' }))
}

async function generate() {
  await pressSoon('Generate wallet')
}

describe('without an address', () => {
  test('creates a wallet on request, and announces its address', async () => {
    show(noWallet)
    server.play(GENERATE, () => {
      server.answer(INFO, 200, activating)
      return activating
    })
    await generate()
    await screen.findByText('Activating…')
    expect(screen.queryByText('Wallet Created')).toBeNull()
    server.answer(INFO, 200, activeWallet)
    await passes(30_000)
    await screen.findByText('Wallet Created')
    screen.getByText('Your BSC wallet has been generated successfully')
    screen.getByText('0x71C765…d8976F')
    expect(screen.queryByRole('button', { name: 'Generate wallet' })).toBeNull()
  })

  test('reports a failure with its reason, and offers another try', async () => {
    show(noWallet)
    server.answer(GENERATE, 503, refusal('unavailable', 'The chain is away.'))
    await generate()
    await screen.findByText('Error')
    screen.getByText('Failed to generate wallet')
    await screen.findByText('The chain is away.')
    const again = screen.getByRole('button', { name: 'Generate wallet' })
    expect(again.hasAttribute('disabled')).toBe(false)
  })

  test.each([
    ['Deposits are paused.', { reason: 'Deposits are paused.' }],
    ['This casino doesn’t accept deposits.', { network: null, assets: [] }],
  ])('says why none can be created: %s', async (text, more) => {
    show({ ...noWallet, ...more })
    await screen.findByText(text)
    expect(card().queryByRole('button')).toBeNull()
  })
})

test('names the chain that an activation waits for, and its obstacle', async () => {
  show({ ...activating, reason: 'The chain does not answer.' })
  const activity = await screen.findByText('Activating…')
  expect(activity.closest('[role=status]')).toBeTruthy()
  screen.getByText(/being registered on Local Hardhat chain/)
  screen.getByText(/The chain does not answer\.$/)
  expect(card().queryByRole('button')).toBeNull()
})

describe('with an address', () => {
  test('shows its ends, and no finished deposit', async () => {
    show({ ...activeWallet, deposits: [creditedDeposit] })
    await screen.findByText('0x71C765…d8976F')
    expect(screen.queryByText('Confirmed')).toBeNull()
  })

  test('shows a pending deposit, and refetches every 30 seconds', async () => {
    const older = { ...creditedDeposit, id: crypto.randomUUID(), amount: '7' }
    show({ ...activeWallet, deposits: [older, pendingDeposit] })
    await screen.findByText('Pending')
    expect(screen.queryByText('7 tBNB')).toBeNull()
    server.answer(INFO, 200, { ...activeWallet, deposits: [creditedDeposit] })
    await passes(30_000)
    await screen.findByText('Confirmed')
  })
})

test('offers another try when the server is down', async () => {
  server.answer(INFO, 502, 'Bad Gateway')
  renderPage(<WalletCard player={bea.id} onDeposit={() => undefined} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.answer(INFO, 200, activeWallet)
  fireEvent.click(again)
  await screen.findByText('Active')
})

test('hides the address of another player', async () => {
  server.answer(INFO, 200, activeWallet)
  renderPage(<Handover />)
  await screen.findByText('0x71C765…d8976F')
  server.answer(INFO, 502, 'Bad Gateway')
  press('Next player')
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('0x71C765…d8976F')).toBeNull()
})

function Handover() {
  const [player, setPlayer] = useState<string>(bea.id)
  return (
    <>
      <WalletCard player={player} onDeposit={() => undefined} />
      <button type="button" onClick={() => setPlayer(crypto.randomUUID())}>
        Next player
      </button>
    </>
  )
}

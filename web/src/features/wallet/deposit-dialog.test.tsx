import {
  act,
  cleanup,
  fireEvent,
  screen,
  waitFor,
  within,
} from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { WalletInfo } from '#core/schemas/wallet.ts'
import { bea } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import {
  activeWallet,
  creditedDeposit,
  onBscTestnet,
  pendingDeposit,
} from '#testing/page/wallets.ts'
import { WalletCard } from './wallet-card.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 200, bea))

async function openDialog(info: WalletInfo) {
  server.answer('GET /api/wallet/info', 200, info)
  renderPage(<WalletCard player={bea.id} onPay={vi.fn()} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Deposit' }))
  return within(
    await screen.findByRole('dialog', { name: 'Deposit BSC Tokens' }),
  )
}

it('tells all that a sender has to know', async () => {
  const dialog = await openDialog(onBscTestnet)
  dialog.getByText('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')
  dialog.getByTitle('QR code of your deposit address')
  dialog.getByText('Binance Smart Chain Testnet')
  dialog.getByText('97')
  dialog.getByText('test BNB (tBNB)')
  dialog.getByText(/only the BEP-20 tokens/)
  dialog.getByText('Minimum deposit: 0.01 BNB')
  dialog.getByText('Credited after 6 confirmations')
  dialog.getByText('No deposits yet')
})

it('says that deposits are paused, and that nothing is lost', async () => {
  const paused = [{ gameType: 'Deposits', reason: 'We look at the chain.' }]
  server.answer('GET /api/casino-stats', 200, {
    totalUsers: 1,
    totalBetsPlaced: 0,
    totalAmountWagered: 0,
    jackpot: 10_000,
    paused,
  })
  const dialog = await openDialog(onBscTestnet)
  const notice = await dialog.findByRole('alert')
  within(notice).getByText('Deposits are paused')
  within(notice).getByText('We look at the chain.')
  within(notice).getByText(/What you send is safe/)
})

it('names minimum and rate of each asset', async () => {
  const dialog = await openDialog(onBscTestnet)
  const [native, token] = dialog.getAllByText(/at least/)
  expect(native?.textContent).toBe('at least 0.01 tBNB')
  expect(token?.textContent).toBe('at least 100 GUMBY')
  dialog.getByText('1 tBNB = 100,000 coins')
  dialog.getByText('1 GUMBY = 1 coin')
})

it('leads to the explorer where there is one', async () => {
  const dialog = await openDialog(onBscTestnet)
  const link = dialog.getByRole('link', { name: /View on the explorer/ })
  expect(link.getAttribute('href')).toBe(
    `https://testnet.bscscan.com/address/${onBscTestnet.address}`,
  )
  expect(link.getAttribute('target')).toBe('_blank')
})

it('leads to what others give away, where the house has no faucet', async () => {
  const url = 'https://faucet.example/tbnb'
  const links = [{ label: 'tBNB from a friend', url }]
  const faucet = { kind: 'links' as const, links }
  const dialog = await openDialog({ ...onBscTestnet, faucet })
  const link = dialog.getByRole('link', { name: /tBNB from a friend/ })
  expect(link.getAttribute('href')).toBe(url)
})

it('names the local chain, which has no explorer', async () => {
  const dialog = await openDialog(activeWallet)
  dialog.getByText('Local Hardhat chain')
  dialog.getByText('31337')
  expect(dialog.queryByRole('link')).toBeNull()
})

it('offers to pay from a wallet once one announces itself', async () => {
  const dialog = await openDialog(activeWallet)
  const offer = { name: 'Pay from a wallet' }
  expect(dialog.queryByRole('button', offer)).toBeNull()
  act(() => void dispatchEvent(new Event('eip6963:announceProvider')))
  dialog.getByRole('button', offer)
  dialog.getByTitle('QR code of your deposit address')
})

it('asks wallets to announce themselves', async () => {
  const announce = () =>
    void dispatchEvent(new Event('eip6963:announceProvider'))
  addEventListener('eip6963:requestProvider', announce)
  onTestFinished(() => removeEventListener('eip6963:requestProvider', announce))
  const dialog = await openDialog(activeWallet)
  dialog.getByRole('button', { name: 'Pay from a wallet' })
})

it('has a deposit that is under way above the address, and all others below', async () => {
  const isAbove = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
    dialog
      .getByRole('heading', { name: 'Your deposits' })
      .compareDocumentPosition(
        dialog.getByTitle('QR code of your deposit address'),
      ) === Node.DOCUMENT_POSITION_FOLLOWING
  const deposits = [creditedDeposit]
  expect(isAbove(await openDialog({ ...activeWallet, deposits }))).toBe(false)
  cleanup()
  const underWay = { ...activeWallet, deposits: [pendingDeposit] }
  expect(isAbove(await openDialog(underWay))).toBe(true)
})

it('lists every deposit', async () => {
  const older = { ...creditedDeposit, id: crypto.randomUUID(), amount: '7' }
  const deposits = [pendingDeposit, older]
  const dialog = await openDialog({ ...activeWallet, deposits })
  dialog.getByText('0.05 tBNB')
  dialog.getByText('7 tBNB')
})

it('copies the address, and says so for two seconds', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const dialog = await openDialog(activeWallet)
  const button = dialog.getByRole('button', { name: /Copy address/ })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await act(async () => fireEvent.click(button))
  screen.getByText('Address copied to clipboard')
  expect(writeText).toHaveBeenCalledWith(activeWallet.address)
  await act(() => vi.advanceTimersByTimeAsync(1_999))
  expect(hiddenWord(button)).toBe('Copy address')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(hiddenWord(button)).toBe('Copied!')
})

it('copies the address of a token', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const dialog = await openDialog(activeWallet)
  const button = { name: 'Copy the address of GUMBY' }
  fireEvent.click(dialog.getByRole('button', button))
  await screen.findByText('Address copied to clipboard')
  expect(writeText).toHaveBeenCalledWith(activeWallet.assets[1]?.address)
})

it('says so when the browser does not let it copy', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  const dialog = await openDialog(activeWallet)
  fireEvent.click(dialog.getByRole('button', { name: /Copy address/ }))
  await screen.findByText('Not copied')
})

it('closes by its cross', async () => {
  const dialog = await openDialog(activeWallet)
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

function hiddenWord(button: HTMLElement) {
  return button.querySelector('[data-hidden=true]')?.textContent
}

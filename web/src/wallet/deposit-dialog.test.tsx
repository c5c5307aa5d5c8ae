import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { WalletInfo } from '#core/api/wallet.ts'
import { bea, quietStats } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { activeWallet, onBscTestnet } from '#testing/page/wallets.ts'
import { DepositDialog } from './deposit-dialog.tsx'

const server = stubServer()
beforeEach(() => server.answer('GET /api/user', 200, bea))

async function openDialog(info: WalletInfo) {
  server.answer('GET /api/wallet/info', 200, info)
  renderPage(
    <DepositDialog
      open
      player={bea.id}
      onOpenChange={vi.fn()}
      onPay={vi.fn()}
    />,
  )
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Deposit BSC Tokens' }),
  )
  await dialog.findByText('Your deposits')
  return dialog
}

test('shows the address as text, as a QR code and on the explorer', async () => {
  const dialog = await openDialog(onBscTestnet)
  dialog.getByText('0x71C7656EC7ab88b098defB751B7401B5f6d8976F')
  dialog.getByTitle('QR code of your deposit address')
  const link = dialog.getByRole('link', { name: /View on the explorer/ })
  expect(link.getAttribute('href')).toBe(
    `https://testnet.bscscan.com/address/${onBscTestnet.address}`,
  )
  expect(link.getAttribute('target')).toBe('_blank')
})

test('names the network and the assets it accepts', async () => {
  const dialog = await openDialog(onBscTestnet)
  dialog.getByText('Binance Smart Chain Testnet')
  dialog.getByText('97')
  dialog.getByText('test BNB (tBNB)')
  dialog.getByText(/only accept the BEP-20 tokens/)
})

test('shows when and at which rate a deposit is credited', async () => {
  const dialog = await openDialog(onBscTestnet)
  dialog.getByText('Minimum deposit: 0.01 BNB')
  dialog.getByText('Credited after 6 confirmations')
  dialog.getByText('No deposits yet')
  const [native, token] = dialog.getAllByText(/at least/)
  expect(native?.textContent).toBe('at least 0.01 tBNB')
  expect(token?.textContent).toBe('at least 100 GUMBY')
  dialog.getByText('1 tBNB = 100,000 coins')
  dialog.getByText('1 GUMBY = 1 coin')
})

test('says that deposits are paused, and that nothing is lost', async () => {
  const paused = [{ gameType: 'Deposits', reason: 'We look at the chain.' }]
  server.answer('GET /api/casino-stats', 200, { ...quietStats, paused })
  const dialog = await openDialog(onBscTestnet)
  const notice = await dialog.findByRole('alert')
  within(notice).getByText('Deposits are paused')
  within(notice).getByText('We look at the chain.')
  within(notice).getByText(/Anything you send is safe/)
})

test('links to public faucets without one of our own', async () => {
  const url = 'https://faucet.example/tbnb'
  const links = [{ label: 'tBNB from a friend', url }]
  const faucet = { kind: 'links' as const, links }
  const dialog = await openDialog({ ...onBscTestnet, faucet })
  const link = dialog.getByRole('link', { name: /tBNB from a friend/ })
  expect(link.getAttribute('href')).toBe(url)
})

test('asks wallets to announce themselves, and offers to pay from one', async () => {
  const dialog = await openDialog(activeWallet)
  const offer = () =>
    dialog.queryByRole('button', { name: 'Pay from a wallet' })
  const announce = () =>
    void dispatchEvent(new Event('eip6963:announceProvider'))
  expect(offer()).toBeNull()
  act(announce)
  expect(offer()).not.toBeNull()
  dialog.getByTitle('QR code of your deposit address')
  cleanup()
  addEventListener('eip6963:requestProvider', announce)
  onTestFinished(() => removeEventListener('eip6963:requestProvider', announce))
  const reopened = await openDialog(activeWallet)
  reopened.getByRole('button', { name: 'Pay from a wallet' })
})

test('copies the address, and that of a token', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  const dialog = await openDialog(activeWallet)
  const button = dialog.getByRole('button', { name: /Copy address/ })
  await act(async () => fireEvent.click(button))
  screen.getByText('Address copied to clipboard')
  expect(writeText).toHaveBeenCalledWith(activeWallet.address)
  const token = { name: 'Copy the address of GUMBY' }
  await act(async () => fireEvent.click(dialog.getByRole('button', token)))
  expect(writeText).toHaveBeenCalledWith(activeWallet.assets[1]?.address)
})

test('reports when the browser refuses to copy', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined })
  const dialog = await openDialog(activeWallet)
  fireEvent.click(dialog.getByRole('button', { name: /Copy address/ }))
  await screen.findByText('Not copied')
})

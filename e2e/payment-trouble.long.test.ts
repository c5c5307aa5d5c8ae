import { expect, test } from 'vitest'
import { walletInfo } from '#core/schemas/wallet.ts'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { expectNoBarrier } from '#testing/browser/no-barrier.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { balanceOf } from '#testing/browser/player.ts'
import {
  connectIn,
  fill,
  held,
  newDepositor,
  openDepositDialog,
  openPayDialog,
  send,
  startPaying,
} from '#testing/browser/wallet-dialog.ts'

test('who declines, is elsewhere, switches or locks is told, and can go on', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page)
  const player = await newDepositor(page)
  const dialog = await openPayDialog(page, player)
  await connectIn(page, dialog)
  await held(dialog, 'tBNB').filter({ hasNotText: '…' }).waitFor()
  await send(dialog, 'tBNB')
  await dialog.getByText('Say how much to send.').waitFor()
  await fill(dialog, 'tBNB', '0.02')

  wallet.declines = 'eth_sendTransaction'
  await send(dialog, 'tBNB')
  await dialog.getByText('You declined in your wallet.').waitFor()
  wallet.declines = undefined

  await wallet.switchChain('0x38')
  await dialog.getByText('Your wallet is on another network.').waitFor()
  wallet.knowsChain = false
  await dialog.getByRole('button', { name: 'Switch network' }).click()

  wallet.isLocked = true
  await send(dialog, 'tBNB')
  await dialog.getByText('Your wallet is locked').waitFor()
  await wallet.lock()
  await dialog.getByText('Your wallet is locked or left this site.').waitFor()
  wallet.isLocked = false
  await connectIn(page, dialog)
  await held(dialog, 'tBNB').waitFor()

  const { account } = wallet
  await wallet.switchAccount()
  await dialog.getByText('You switched accounts in your wallet.').waitFor()
  // In the middle of it, too: what its owner agreed to is sent and counts.
  // Until it has answered, nothing else can be sent, whatever account it is on.
  wallet.onSign = async () => {
    await wallet.switchAccount(account)
    await dialog.getByText('Waiting for your wallet').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await openPayDialog(page, player)
    await dialog.getByText('Waiting for your wallet').waitFor()
    const sends = dialog.getByRole('button', { name: 'Send' })
    expect(await sends.count()).toBe(0)
  }
  await send(dialog, 'tBNB')
  await dialog.getByText('2,000 coins for you').waitFor()
  expect(await balanceOf(page)).toBe(3_000)
})

test('nothing is sent when the wallet went to another network without a word', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page)
  const dialog = await startPaying(page)
  const before = await wallet.transactionCount()
  await fill(dialog, 'tBNB', '0.02')
  let asked = 0
  wallet.onSign = async () => {
    asked += 1
    wallet.slip('0x38')
  }
  await send(dialog, 'tBNB')
  const told = dialog.getByText(
    'Your wallet went to another network meanwhile.',
  )
  await told.waitFor()
  expect(asked).toBe(1)

  // It is there already: its owner is not even asked.
  await send(dialog, 'tBNB')
  await told.waitFor()
  expect(asked).toBe(1)
  expect(await wallet.transactionCount()).toBe(before)

  wallet.onSign = async () => undefined
  wallet.slip()
  await send(dialog, 'tBNB')
  await dialog.getByText('2,000 coins for you').waitFor()
})

test('without a wallet none is offered, and the address is there', async () => {
  const page = await openPage()
  const deposit = await openDepositDialog(page, await newDepositor(page))
  const answer = await page.request.get('/api/wallet/info')
  const { address } = walletInfo.parse(await answer.json())
  await deposit.getByText(address ?? 'none', { exact: true }).waitFor()
  await expectNoBarrier(page)
  const offer = deposit.getByRole('button', { name: 'Pay from a wallet' })
  expect(await offer.count()).toBe(0)
})

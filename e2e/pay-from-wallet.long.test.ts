import { expect, inject, test } from 'vitest'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { sendDeposit } from '#testing/browser/local-node.ts'
import { expectNoBarrier, overflowPx } from '#testing/browser/look.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { findWallet, readBalance } from '#testing/browser/player.ts'
import {
  connectIn,
  countScripts,
  fill,
  held,
  newDepositor,
  openDepositDialog,
  openPayDialog,
  send,
  startPaying,
} from '#testing/browser/wallet-dialog.ts'

test('an empty wallet gets test coins, pays with GUMBY, and needs tBNB for the fee', async () => {
  const page = await openPage()
  await BrowserWallet.install(page, 'nothing')
  const dialog = await startPaying(page)
  await fill(dialog, 'GUMBY', '250')
  await send(dialog, 'GUMBY')
  await dialog.getByText('This wallet has only 0 GUMBY.').waitFor()
  await dialog.getByRole('button', { name: 'Get test coins' }).click()
  await held(dialog, 'GUMBY').getByText('1,000').waitFor()
  await dialog.getByText('have arrived').waitFor()
  await send(dialog, 'GUMBY')
  await dialog.getByText('250 coins for you').waitFor()
  expect(await readBalance(page)).toBe(1_250)

  await dialog.getByRole('button', { name: 'Send more' }).click()
  await fill(dialog, 'tBNB', '1')
  await dialog.getByRole('button', { name: 'Max' }).click()
  await send(dialog, 'tBNB')
  await dialog.getByText(/^99,\d\d\d coins for you$/).waitFor()

  // The rest does not cover the fee of a token transfer.
  await dialog.getByRole('button', { name: 'Send more' }).click()
  await held(dialog, 'tBNB').filter({ hasText: '0.0000' }).waitFor()
  await fill(dialog, 'GUMBY', '100')
  await send(dialog, 'GUMBY')
  await dialog.getByText('Sending GUMBY costs a little tBNB').waitFor()
})

test('the deposit dialog fits, copies the address, loads no wallet code, and finds a payment by its hash', async () => {
  const page = await openPage({
    complaints: [/404 .*\/wallet\/recheck$/],
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 360, height: 740 },
  })
  const scripts = countScripts(page)
  const player = await newDepositor(page)
  const dialog = await openDepositDialog(page, player)
  await dialog.getByText('No deposits yet').waitFor()
  expect(await overflowPx(dialog)).toBe(0)
  // Browsers without a wallet see the address only.
  const offer = dialog.getByRole('button', { name: 'Pay from a wallet' })
  expect(await offer.count()).toBe(0)
  const toast = page.getByRole('listitem').filter({ hasText: 'Copied!' })
  // The toast disappears after two seconds, so a slow machine copies again.
  const copyAndClose = async () => {
    await dialog.getByRole('button', { name: 'Copy address' }).press('Enter')
    const close = toast.getByRole('button', { name: 'Close' })
    return close.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(copyAndClose).toBe(true)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe((await findWallet(page)).address)
  await dialog.waitFor()

  const qrCode = dialog.getByRole('region', { name: 'Your deposit address' })
  const before = await qrCode.boundingBox()
  await sendDeposit(inject('dataDir'), player.username, '0.05')
  await dialog.getByText('Credited', { exact: true }).waitFor()
  expect(await qrCode.boundingBox()).toEqual(before)
  const [deposit] = (await findWallet(page)).deposits
  await dialog.getByText('Missing a deposit?').click()
  const hash = dialog.getByLabel('Transaction hash')
  await hash.fill(`0x${'cd'.repeat(32)}`)
  await hash.press('Enter')
  await dialog.getByText('We can’t find this transaction.').waitFor()
  await hash.fill(deposit?.txHash ?? '')
  await hash.press('Enter')
  await dialog.getByText('You got 5,000 coins').waitFor()
  await expectNoBarrier(page)
  expect((await scripts()).ofWallets).toBe(0)
})

test('explains a wallet that declines, is on another chain, locked or switched, and continues', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page)
  const player = await newDepositor(page)
  const dialog = await openPayDialog(page, player)
  await connectIn(page, dialog)
  await held(dialog, 'tBNB').filter({ hasNotText: '…' }).waitFor()
  await send(dialog, 'tBNB')
  await dialog.getByText('Enter how much to send.').waitFor()
  await fill(dialog, 'tBNB', '0.02')

  wallet.declines = 'eth_sendTransaction'
  await send(dialog, 'tBNB')
  await dialog.getByText('You declined in your wallet.').waitFor()
  wallet.declines = undefined

  await wallet.switchChain('0x38')
  await dialog.getByText('Your wallet is on a different network.').waitFor()
  const switchNetwork = dialog.getByRole('button', { name: 'Switch network' })
  wallet.doesSwitch = false
  await switchNetwork.click()
  await dialog.getByText('Your wallet is still on another network.').waitFor()
  wallet.doesSwitch = true
  wallet.knowsChain = false
  await switchNetwork.click()

  wallet.isLocked = true
  await send(dialog, 'tBNB')
  await dialog.getByText('Your wallet is locked').waitFor()
  await wallet.lock()
  await dialog.getByText('Your wallet is locked or disconnected.').waitFor()
  wallet.isLocked = false
  await connectIn(page, dialog)
  await held(dialog, 'tBNB').waitFor()

  const { account } = wallet
  await wallet.switchAccount()
  await dialog.getByText('You switched accounts in your wallet.').waitFor()
  // An approved payment is sent and counts. Until its answer, no other can be sent,
  // from any account.
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
  expect(await readBalance(page)).toBe(3_000)
})

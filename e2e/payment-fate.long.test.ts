import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { expectFocus } from '#testing/browser/focus.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { balanceOf } from '#testing/browser/player.ts'
import { sendDeposit } from '#testing/browser/send-deposit.ts'
import {
  connectIn,
  fill,
  newDepositor,
  openPayDialog,
  send,
  startPaying,
} from '#testing/browser/wallet-dialog.ts'

const WAITING = 'Waiting for a block. Your wallet can speed it up.'

/** Half a minute counts from an answer on, so several of them may have to pass. */
async function muchLater(page: Page, sign: Locator): Promise<void> {
  const isThere = async () => {
    await page.clock.fastForward(31_000)
    return sign.isVisible()
  }
  await expect.poll(isThere, { interval: 1_000 }).toBe(true)
}

test('a payment that got lost is sent again, and one that was sped up is found', async () => {
  const page = await openPage()
  await page.clock.install()
  const wallet = await BrowserWallet.install(page)
  const player = await newDepositor(page)
  const dialog = await openPayDialog(page, player)
  await connectIn(page, dialog)
  await fill(dialog, 'tBNB', '0.03')
  wallet.loses = `0x${'cd'.repeat(32)}`
  await send(dialog, 'tBNB')
  await dialog.getByText('Waiting until the network has heard of it.').waitFor()
  await muchLater(page, dialog.getByText('Not on the network yet'))
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByText('Brings 3,000 coins').waitFor()

  // As sent under another hash than the wallet had told.
  wallet.loses = `0x${'ef'.repeat(32)}`
  await send(dialog, 'tBNB')
  await dialog.getByText('Waiting until the network has heard of it.').waitFor()
  await sendDeposit(inject('dataDir'), player.username, '0.03')
  await muchLater(page, dialog.getByText('3,000 coins for you'))
  await dialog.getByRole('button', { name: 'Play' }).press('Enter')
  await expectFocus(page.getByRole('button', { name: player.username }))
})

test('a payment that was sped up counts once, under its new hash', async () => {
  const page = await openPage()
  const wallet = await BrowserWallet.install(page)
  const dialog = await startPaying(page)
  wallet.isHeldUp = true
  await fill(dialog, 'tBNB', '0.04')
  await send(dialog, 'tBNB')
  await dialog.getByText(WAITING).waitFor()
  await wallet.replaceHeld()
  await wallet.letGo()
  await dialog.getByText('4,000 coins for you').waitFor()
  expect(await balanceOf(page)).toBe(5_000)
})

test('who cancels a payment, or whose payment is dropped, sends it again', async () => {
  const page = await openPage()
  await page.clock.install()
  const wallet = await BrowserWallet.install(page)
  const dialog = await startPaying(page)
  wallet.isHeldUp = true
  await fill(dialog, 'tBNB', '0.02')
  await send(dialog, 'tBNB')
  await dialog.getByText(WAITING).waitFor()
  await wallet.replaceHeld({ to: wallet.account, value: '0x0' })
  await wallet.letGo()
  await dialog.getByText('Another took its place').waitFor()
  await muchLater(page, dialog.getByText('If you cancelled the payment'))

  wallet.isHeldUp = true
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await dialog.getByText('Brings 2,000 coins').waitFor()
  await send(dialog, 'tBNB')
  await dialog.getByText(WAITING).waitFor()
  await wallet.dropHeld()
  await muchLater(page, dialog.getByText('Not on the network yet'))
  wallet.isHeldUp = false
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await send(dialog, 'tBNB')
  await dialog.getByText('2,000 coins for you').waitFor()
  expect(await balanceOf(page)).toBe(3_000)
})

test('nobody is told to send again while the house can not look', async () => {
  const page = await openPage({ complaints: [/503 .* at \/api\/rpc$/] })
  await page.clock.install()
  const wallet = await BrowserWallet.install(page)
  const dialog = await startPaying(page)
  wallet.isHeldUp = true
  await fill(dialog, 'tBNB', '0.03')
  await send(dialog, 'tBNB')
  await dialog.getByText(WAITING).waitFor()
  await page.route('**/api/rpc', (route) => route.fulfill({ status: 503 }))
  const blind = dialog.getByText('The house can not look at the chain')
  await muchLater(page, blind)
  await page.clock.fastForward(120_000)
  await blind.waitFor()
  const again = dialog.getByRole('button', { name: 'Send again' })
  expect(await again.count()).toBe(0)
  await wallet.letGo()
  await dialog.getByText('3,000 coins for you').waitFor()
})

test('while the chain can not be read the wallet judges, and nothing is lost', async () => {
  const page = await openPage({ complaints: [/503 .* at \/api\/rpc$/] })
  await BrowserWallet.install(page)
  const dialog = await openPayDialog(page, await newDepositor(page))
  await page.route('**/api/rpc', (route) => route.fulfill({ status: 503 }))
  await connectIn(page, dialog)
  await dialog.getByText('Your balances could not be read.').waitFor()
  await fill(dialog, 'tBNB', '0.01')
  await send(dialog, 'tBNB')
  await dialog.getByText('1,000 coins for you').waitFor()
})

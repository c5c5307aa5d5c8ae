import type { Locator, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { walletInfo } from '#core/schemas/wallet.ts'
import { BrowserWallet, WALLET_NAME } from '#testing/browser/browser-wallet.ts'
import { expectFocus, hasFocus } from '#testing/browser/focus.ts'
import { expectNoBarrier } from '#testing/browser/no-barrier.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { balanceOf } from '#testing/browser/player.ts'
import { sendDeposit } from '#testing/browser/send-deposit.ts'
import { scriptsOf, WALLET_CODE } from '#testing/browser/wallet-code.ts'
import {
  fill,
  held,
  newDepositor,
  openPayDialog,
  send,
  startPaying,
} from '#testing/browser/wallet-dialog.ts'

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let press = 0; press < 20; press += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} can not be reached by Tab`)
}

test('who has nothing gets test coins, pays with GUMBY, and needs tBNB for the fee', async () => {
  const page = await openPage()
  await BrowserWallet.install(page, 'nothing')
  const dialog = await startPaying(page)
  await fill(dialog, 'GUMBY', '250')
  await send(dialog, 'GUMBY')
  await dialog.getByText('This wallet has 0 GUMBY, which is less.').waitFor()
  await dialog.getByRole('button', { name: 'Max' }).click()
  await dialog.getByText('This wallet has no GUMBY to send.').waitFor()
  await dialog.getByRole('button', { name: 'Get test coins' }).click()
  await dialog.getByText(/are on their way|have come/).waitFor()
  await held(dialog, 'GUMBY').getByText('1,000').waitFor()
  await dialog.getByText('have come').waitFor()
  await fill(dialog, 'GUMBY', '250')
  await send(dialog, 'GUMBY')
  await dialog.getByText('250 coins for you').waitFor()
  expect(await balanceOf(page)).toBe(1_250)

  await dialog.getByRole('button', { name: 'Send more' }).click()
  await fill(dialog, 'tBNB', '1')
  await send(dialog, 'tBNB')
  await dialog.getByText('This wallet has 0.99').waitFor()
  await dialog.getByRole('button', { name: 'Max' }).click()
  await send(dialog, 'tBNB')
  await dialog.getByText(/^99,\d\d\d coins for you$/).waitFor()

  // What is left does not pay for moving tokens.
  await dialog.getByRole('button', { name: 'Send more' }).click()
  await held(dialog, 'tBNB').filter({ hasText: '0.0000' }).waitFor()
  await fill(dialog, 'GUMBY', '100')
  await send(dialog, 'GUMBY')
  await dialog.getByText('Sending GUMBY costs a little tBNB').waitFor()
})

test('keys alone do', async () => {
  const page = await openPage()
  await BrowserWallet.install(page)
  const dialog = await openPayDialog(page, await newDepositor(page))
  await tabTo(page, dialog.getByRole('button', { name: 'Connect a wallet' }))
  await page.keyboard.press('Enter')
  const picker = page.getByRole('dialog', { name: 'Connect a Wallet' })
  await expectFocus(picker.getByRole('document'))
  await tabTo(page, page.getByRole('button', { name: WALLET_NAME }))
  await page.keyboard.press('Enter')
  const tBNB = dialog.getByRole('radio', { name: 'tBNB' })
  await tabTo(page, tBNB)
  await page.keyboard.press('ArrowDown')
  await dialog.getByLabel('Amount in GUMBY').waitFor()
  await page.keyboard.press('ArrowUp')
  await tabTo(page, dialog.getByLabel('Amount in tBNB'))
  await page.keyboard.type('0.01')
  await page.keyboard.press('Enter')
  await dialog.getByText('1,000 coins for you').waitFor()
  await expectFocus(dialog.getByRole('button', { name: 'Play' }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
})

test('who sends to the address downloads no wallet code, and can look a payment up', async () => {
  const page = await openPage({ complaints: [/404 .*\/wallet\/recheck$/] })
  const scripts = scriptsOf(page)
  const { username } = await newDepositor(page)
  await page.getByRole('button', { name: username }).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Deposit BSC Tokens' })
  await dialog.getByText('No deposits yet').waitFor()
  await sendDeposit(inject('dataDir'), username, '0.05')
  await dialog.getByText('Credited', { exact: true }).waitFor()

  const answer = await page.request.get('/api/wallet/info')
  const [deposit] = walletInfo.parse(await answer.json()).deposits
  await dialog.getByText('Missing a deposit?').click()
  const hash = dialog.getByLabel('Transaction hash')
  await hash.fill(`0x${'cd'.repeat(32)}`)
  await hash.press('Enter')
  await dialog.getByText('No block has this transaction.').waitFor()
  await hash.fill(deposit?.txHash ?? '')
  await hash.press('Enter')
  await dialog.getByText('It brought you 5,000 coins').waitFor()
  await expectNoBarrier(page)

  const loaded = await scripts()
  expect(loaded.length).toBeGreaterThan(3)
  expect(loaded.filter((text) => WALLET_CODE.test(text))).toEqual([])
})

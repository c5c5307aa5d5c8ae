import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { publicAudit } from '#core/schemas/audit.ts'
import { walletInfo } from '#core/schemas/wallet.ts'
import { BrowserWallet } from '#testing/browser/browser-wallet.ts'
import { expectFocus } from '#testing/browser/focus.ts'
import { heldPromise } from '#testing/browser/held-promise.ts'
import { holdBlocks } from '#testing/browser/local-node.ts'
import { expectNoBarrier } from '#testing/browser/no-barrier.ts'
import { MOVING, openPage } from '#testing/browser/open-page.ts'
import { overflowPx } from '#testing/browser/overflow-px.ts'
import { accountButton, balanceOf, newPlayer } from '#testing/browser/player.ts'
import { sendDeposit } from '#testing/browser/send-deposit.ts'
import { sawToast } from '#testing/browser/toast.ts'
import { fill, send, startPaying } from '#testing/browser/wallet-dialog.ts'

/** How long the toast of a copy stays. */
const TOAST_MS = 2_000

async function openDrawer(page: Page): Promise<string> {
  const { username, balance } = await newPlayer(page)
  await page.goto('/coinflip')
  await accountButton(page, username, balance).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  return username
}

async function generateWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Generate wallet' }).click()
  const story = 'Your BSC wallet has been generated successfully'
  await sawToast(page, 'Wallet Created', story)
  await page.getByRole('button', { name: 'Deposit', exact: true }).waitFor()
}

test('a player gets an address, deposits, and sees the coins arrive', async () => {
  const page = await openPage(MOVING)
  const username = await openDrawer(page)
  await generateWallet(page)
  const goOn = await holdBlocks()
  const sent = heldPromise(sendDeposit(inject('dataDir'), username, '0.05'))
  const card = page.getByRole('region', { name: 'Deposit wallet' })
  await card.getByText(/^[1-5]\/6 confirmations$/).waitFor()
  await goOn()
  await Promise.all([
    sawToast(page, 'Deposit credited', '0.05 tBNB brought you 5,000 coins'),
    card.getByText('Credited', { exact: true }).waitFor(),
  ])
  await page.getByRole('dialog').getByText('6,000').first().waitFor()
  await sent
  await expectInTheBooks(page, 'tBNB')
})

/** The public audit tells of deposits of the asset, by the chain and by the ledger. */
async function expectInTheBooks(page: Page, asset: string): Promise<void> {
  const told = async () => {
    const answer = await page.request.get('/api/audit')
    const { deposits } = publicAudit.parse(await answer.json()).figures
    const isThere = deposits.assets.some((line) => line.asset === asset)
    return isThere && deposits.confirmed > 0 && deposits.credited > 0
  }
  await expect.poll(told).toBe(true)
}

// Beside the deposit above, for both hold the blocks of the one chain.
test('tBNB goes from the page to coins', async () => {
  const page = await openPage()
  await BrowserWallet.install(page)
  const dialog = await startPaying(page)
  await expectNoBarrier(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowPx(dialog)).toBe(0)
  await fill(dialog, 'tBNB', '0.05')
  await dialog.getByText('Brings 5,000 coins').waitFor()
  const goOn = await holdBlocks()
  await send(dialog, 'tBNB')
  await dialog.getByText(/^[1-5]\/6 confirmations$/).waitFor()
  await goOn()
  await Promise.all([
    sawToast(page, 'Deposit credited', '0.05 tBNB brought you 5,000 coins'),
    dialog.getByText('5,000 coins for you').waitFor(),
  ])
  await expectNoBarrier(page)
  expect(await overflowPx(dialog)).toBe(0)
  expect(await balanceOf(page)).toBe(6_000)
  await dialog.getByRole('button', { name: 'Play' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('the deposit dialog has no barrier, copies, and gives the focus back', async () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await openPage({ permissions })
  await openDrawer(page)
  await generateWallet(page)
  const answer = await page.request.get('/api/wallet/info')
  const { address } = walletInfo.parse(await answer.json())

  const deposit = page.getByRole('button', { name: 'Deposit', exact: true })
  await deposit.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Deposit BSC Tokens' })
  await dialog.getByText('No deposits yet').waitFor()
  await expectNoBarrier(page)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflowPx(dialog)).toBe(0)
  expect(await overflowPx(page.locator('html'))).toBe(0)

  // A toast above the dialog can be pressed, and the dialog stays. It is gone
  // after two seconds: who was too slow copies again.
  const toast = page
    .getByRole('listitem')
    .filter({ hasText: 'Copied!' })
    .filter({ hasText: 'Address copied to clipboard' })
  const copyAndClose = async () => {
    await dialog.getByRole('button', { name: 'Copy address' }).press('Enter')
    const close = toast.getByRole('button', { name: 'Close' })
    return close.click({ timeout: TOAST_MS }).then(
      () => true,
      () => false,
    )
  }
  await expect.poll(copyAndClose).toBe(true)
  await toast.waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Close' }).click({ trial: true })
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(address)
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expectFocus(deposit)
  await page.keyboard.press('Enter')
  await dialog.waitFor()
})

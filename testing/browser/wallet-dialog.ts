import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type User, user } from '#core/schemas/user.ts'
import { walletInfo } from '#core/schemas/wallet.ts'
import { firstGamePath } from '../../web/src/domain/play/first-game-path.ts'
import { WALLET_NAME } from './browser-wallet.ts'
import { accountButton, newPlayer } from './player.ts'

/** A wallet of the house's waits for its registration. */
const polling = { interval: 250 }

/** Picks the test's wallet out of those of the browser. */
export async function connectIn(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Connect a wallet' }).click()
  await page.getByRole('button', { name: WALLET_NAME }).click()
}

/** A player with a deposit address, on the page of a game. */
export async function newDepositor(page: Page): Promise<User> {
  const player = await newPlayer(page)
  await page.request.post('/api/wallet/generate')
  const state = async () => {
    const answer = await page.request.get('/api/wallet/info')
    return walletInfo.parse(await answer.json()).state
  }
  await expect.poll(state, polling).toBe('active')
  await page.goto(firstGamePath)
  return user.parse(player)
}

/** By way of the drawer. */
export async function openDepositDialog(page: Page, player: User) {
  await accountButton(page, player.username, player.balance).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  return page.getByRole('dialog', { name: 'Deposit BSC Tokens' })
}

/** The dialog that pays, which a browser with a wallet is offered there. */
export async function openPayDialog(page: Page, player: User) {
  const deposit = await openDepositDialog(page, player)
  await deposit.getByRole('button', { name: 'Pay from a wallet' }).click()
  return page.getByRole('dialog', { name: 'Pay from a wallet' })
}

/** Up to the form that asks how much. */
export async function startPaying(page: Page): Promise<Locator> {
  const dialog = await openPayDialog(page, await newDepositor(page))
  await connectIn(page, dialog)
  await held(dialog, 'tBNB').filter({ hasNotText: '…' }).waitFor()
  return dialog
}

/** The line of an asset, with what the wallet has of it. */
export const held = (dialog: Locator, symbol: string) =>
  dialog.locator('label').filter({ hasText: `1 ${symbol} =` })

export async function fill(dialog: Locator, symbol: string, amount: string) {
  await dialog.getByRole('radio', { name: symbol }).check()
  await dialog.getByLabel(`Amount in ${symbol}`).fill(amount)
}

export const send = (dialog: Locator, symbol: string) =>
  dialog.getByRole('button', { name: `Send ${symbol}` }).click()

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { type User, user } from '#core/api/account.ts'
import { type WalletInfo, walletInfo } from '#core/api/wallet.ts'

export const PASSWORD = 'a stretchy password'

export type Button = string | RegExp

export function newName(): string {
  return `Bea ${randomUUID().slice(0, 8)}`
}

/** Registers a player, who is then signed in on this page. */
export async function newPlayer(page: Page): Promise<User> {
  const data = { username: newName(), password: PASSWORD }
  const answer = await page.request.post('/api/register', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return user.parse(await answer.json())
}

/**
 * Opens the first page of a player, and waits until the browser has pinned and seeded
 * their epoch: earlier rounds can be replayed, but not proven.
 */
export async function untilSeeded(
  page: Page,
  act: () => Promise<unknown>,
): Promise<void> {
  await Promise.all([
    page.waitForResponse('**/api/fairness/client-seed'),
    act(),
  ])
}

/** Opens a game for a new player, whose rounds are all proven. */
export async function openGame(page: Page, path: string): Promise<User> {
  const player = await newPlayer(page)
  await untilSeeded(page, () => page.goto(path))
  return player
}

/** Returns the player's balance in the ledger. */
export async function readBalance(page: Page): Promise<number> {
  const answer = await page.request.get('/api/user')
  return user.parse(await answer.json()).balance
}

export async function findWallet(page: Page): Promise<WalletInfo> {
  const answer = await page.request.get('/api/wallet/info')
  return walletInfo.parse(await answer.json())
}

/** Creates a deposit address, and waits until the chain has it. */
export async function generateWallet(page: Page): Promise<void> {
  await page.request.post('/api/wallet/generate')
  const state = async () => (await findWallet(page)).state
  await expect.poll(state, { interval: 250 }).toBe('active')
}

/** Finds the button of the top bar with the name and coins of the player. */
export function accountButton(page: Page, who: string, coins: number): Locator {
  const name = `${who} ${coins.toLocaleString('en-US')}`
  return page.getByRole('button', { name, exact: true })
}

/** Opens the account drawer by the menu. */
export async function openDrawer(page: Page, username: string, tab?: string) {
  await page.getByRole('button', { name: username }).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Member since').waitFor()
  if (tab) await drawer.getByRole('tab', { name: tab }).click()
  return drawer
}

/** Presses a game's button, and returns the answer. */
export async function move<A>(
  page: Page,
  button: Button,
  schema: z.ZodMiniType<A>,
): Promise<A> {
  const response = await press(page, button)
  expect(response.status(), await response.text()).toBe(200)
  return schema.parse(await response.json())
}

/** Presses a game's button; the answer may be a refusal. */
export async function press(page: Page, button: Button) {
  const [response] = await Promise.all([
    page.waitForResponse(
      (one) =>
        one.request().method() === 'POST' && one.url().includes('/api/games/'),
    ),
    page.getByRole('button', { name: button }).click(),
  ])
  return response
}

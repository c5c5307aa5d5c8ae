import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type User, user } from '#core/schemas/user.ts'

export const PASSWORD = 'a stretchy password'

export function newName(): string {
  return `Bea ${randomUUID().slice(0, 8)}`
}

/** Registers a player, who is signed in on this page's browser from then on. */
export async function newPlayer(page: Page): Promise<User> {
  const data = { username: newName(), password: PASSWORD }
  const answer = await page.request.post('/api/register', { data })
  expect(answer.status(), await answer.text()).toBe(201)
  return user.parse(await answer.json())
}

/** What the house has on its books. */
export async function balanceOf(page: Page): Promise<number> {
  const answer = await page.request.get('/api/user')
  return user.parse(await answer.json()).balance
}

/** The top bar's button, which tells who plays and with how many coins. */
export function accountButton(page: Page, who: string, coins: number): Locator {
  const name = `${who} ${coins.toLocaleString('en-US')}`
  return page.getByRole('button', { name, exact: true })
}

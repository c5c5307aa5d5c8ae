import type { Page } from 'playwright-core'
import type { User } from '#core/schemas/user.ts'
import { accountButton, balanceOf } from './player.ts'
import { sawShield } from './saw-shield.ts'

/**
 * Waits until a round's end is proven by the page that played it, and its
 * coins show as the house has them.
 */
export async function sawProof(
  page: Page,
  { username }: User,
  verdict = 'Proven fair',
): Promise<void> {
  await sawShield(page, verdict)
  await accountButton(page, username, await balanceOf(page)).waitFor()
}

/** Waits until the shield is about this round, and no longer about the one before. */
export function sawShieldOf(page: Page, id: string): Promise<void> {
  const record = page.locator(`[popover] a[href="/verify/${id}"]`)
  return record.waitFor({ state: 'attached' })
}

/** Waits until the round's public record verifies. Leaves the game. */
export async function sawRecord(page: Page, id: string): Promise<void> {
  await page.goto(`/verify/${id}`)
  await page.getByRole('heading', { name: 'Verification Successful' }).waitFor()
}

/** Unfolds what a record's page has for engineers. */
export function unfoldNumbers(page: Page): Promise<void> {
  return unfold(page, 'Every number behind it')
}

/** Unfolds a card of that title. */
export async function unfold(page: Page, name: string): Promise<void> {
  const title = page.getByRole('heading', { name, exact: true })
  const card = page.locator('details').filter({ has: title })
  await card.evaluate((details) => details.setAttribute('open', ''))
}

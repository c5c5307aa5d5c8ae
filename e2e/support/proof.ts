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
export async function unfoldNumbers(page: Page): Promise<void> {
  const title = page.getByRole('heading', { name: 'Every number behind it' })
  const numbers = page.locator('details').filter({ has: title })
  await numbers.evaluate((card) => card.setAttribute('open', ''))
}

import type { Page } from 'playwright-core'
import type { User } from '#core/api/account.ts'
import { accountButton, balanceOf } from './player.ts'

/** Waits until a toast says exactly this. */
export function sawToast(
  page: Page,
  title: string,
  description: string,
): Promise<void> {
  return page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(description, { exact: true }) })
    .waitFor()
}

/** Waits until the line under the game's table says this. */
export function sawResult(
  page: Page,
  game: string,
  story: string | RegExp,
): Promise<void> {
  return page
    .getByRole('region', { name: game })
    .getByRole('status')
    .filter({ hasText: story })
    .waitFor()
}

/** Waits for the fairness shield to say this. */
export function sawShield(page: Page, verdict: string): Promise<void> {
  return page.getByRole('button', { name: `${verdict} why?` }).waitFor()
}

/**
 * Waits until this round is proven by the page that played it, and its coins
 * show as the ledger has them.
 */
export async function sawProof(
  page: Page,
  { username }: User,
  id: string,
  verdict = 'Proven fair',
): Promise<void> {
  // The shield may still be about the round before.
  const record = page.locator(`[popover] a[href="/verify/${id}"]`)
  await record.waitFor({ state: 'attached' })
  await sawShield(page, verdict)
  await accountButton(page, username, await balanceOf(page)).waitFor()
}

/** Waits until the round's public record verifies. Leaves the game. */
export async function sawRecord(page: Page, id: string): Promise<void> {
  await page.goto(`/verify/${id}`)
  await page.getByRole('heading', { name: 'Verification Successful' }).waitFor()
}

/** Unfolds a card of that title. */
export async function unfold(page: Page, name: string): Promise<void> {
  const title = page.getByRole('heading', { name, exact: true })
  const card = page.locator('details').filter({ has: title })
  await card.evaluate((details) => details.setAttribute('open', ''))
}

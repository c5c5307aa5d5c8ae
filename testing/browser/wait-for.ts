import type { Page } from 'playwright-core'
import type { User } from '#core/api/account.ts'
import { accountButton, readBalance } from './player.ts'

/** Waits for a toast with exactly this text. */
export function waitForToast(
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

/** Waits for this result under the game's table. */
export function waitForResult(
  page: Page,
  game: string,
  text: string | RegExp,
): Promise<void> {
  return page
    .getByRole('region', { name: game })
    .getByRole('status')
    .filter({ hasText: text })
    .waitFor()
}

/** Waits for this text of the fairness shield. */
export function waitForShield(page: Page, verdict: string): Promise<void> {
  return page.getByRole('button', { name: `${verdict} why?` }).waitFor()
}

/** Waits until the page has proven this round, and shows the ledger's balance. */
export async function waitForProof(
  page: Page,
  { username }: User,
  id: string,
  verdict = 'Proven fair',
): Promise<void> {
  // The shield may still show the previous round.
  const record = page.locator(`[popover] a[href="/verify/${id}"]`)
  await record.waitFor({ state: 'attached' })
  await waitForShield(page, verdict)
  await accountButton(page, username, await readBalance(page)).waitFor()
}

/** Opens the round's public record, and waits until it verifies. */
export async function waitForRecord(page: Page, id: string): Promise<void> {
  await page.goto(`/verify/${id}`)
  await page.getByRole('heading', { name: 'Verification Successful' }).waitFor()
}

/** Unfolds a card. */
export async function unfold(page: Page, name: string): Promise<void> {
  const title = page.getByRole('heading', { name, exact: true })
  const card = page.locator('details').filter({ has: title })
  await card.evaluate((details) => details.setAttribute('open', ''))
}

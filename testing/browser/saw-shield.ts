import type { Page } from 'playwright-core'

/** Waits for the fairness shield to say this. */
export function sawShield(page: Page, verdict: string): Promise<void> {
  return page.getByRole('button', { name: `${verdict} why?` }).waitFor()
}

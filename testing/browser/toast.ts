import type { Page } from 'playwright-core'

/** Waits until a toast says exactly this. */
export async function sawToast(
  page: Page,
  title: string,
  description: string,
): Promise<void> {
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ has: page.getByText(description, { exact: true }) })
    .waitFor()
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type * as z from 'zod/mini'

export type Button = string | RegExp

/** Presses a game's button, and gives what the house answers to it. */
export async function move<A>(
  page: Page,
  button: Button,
  schema: z.ZodMiniType<A>,
): Promise<A> {
  const response = await press(page, button)
  expect(response.status(), await response.text()).toBe(200)
  return schema.parse(await response.json())
}

/** Presses a game's button; the house may refuse. */
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

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsOn } from './violations.ts'

/** Claims that axe finds nothing on the page as it is. */
export async function expectNoBarrier(page: Page): Promise<void> {
  const violations = await violationsOn(page)
  expect(violations.map(({ id }) => id)).toEqual([])
}

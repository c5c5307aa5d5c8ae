import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { firstGamePath } from '../../web/src/lib/first-game-path.ts'
import { expectFit, expectOpenToAll, putOn, THEMES, WIDTHS_PX } from './look.ts'
import { overflowPx } from './overflow-px.ts'
import { accountButton, newPlayer } from './player.ts'

/** Opens what lies above a page, and claims that none of it keeps anybody out. */
export async function expectOpenOverlays(page: Page): Promise<void> {
  const { username } = await newPlayer(page)
  await page.goto(firstGamePath)
  await page.getByRole('button', { name: 'Provably fair why?' }).click()
  await page.getByRole('heading', { name: 'Fair before you bet' }).waitFor()
  await expectOpenInAllThemes(page, 'shield')
  await page.keyboard.press('Escape')

  await accountButton(page, username, 1_000).click()
  await page.getByRole('switch', { name: 'Light theme' }).waitFor()
  await expectOpenInAllThemes(page, 'menu')
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  await page.getByRole('dialog').getByText('Member since').waitFor()
  await expectOpenInAllThemes(page, 'drawer')
  await expectFit(page, WIDTHS_PX.narrowest)
  expect(await overflowPx(page.getByRole('dialog')), 'drawer').toBe(0)
}

async function expectOpenInAllThemes(page: Page, what: string): Promise<void> {
  for (const theme of THEMES) {
    await putOn(page, theme)
    await expectOpenToAll(page, `${what}, ${theme}`)
  }
}

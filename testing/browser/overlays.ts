import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { User } from '#core/api/account.ts'
import { MINUTE_MS } from '#core/durations.ts'
import { firstGamePath } from '../../web/src/games/shared/first-game-path.ts'
import { BrowserWallet } from './browser-wallet.ts'
import { openDrawer } from './player.ts'
import { newDepositor } from './wallet-dialog.ts'

const REMINDED_AFTER_MS = 15 * MINUTE_MS

type Opener = { page: Page; player: User }

/** Overlays, and how to open each. */
const overlays: Readonly<Record<string, (opener: Opener) => Promise<void>>> = {
  async shield({ page }) {
    await page.getByRole('button', { name: 'Provably fair why?' }).click()
    await page.getByRole('heading', { name: 'Fair before you bet' }).waitFor()
  },
  async menu({ page, player }) {
    await openMenu(page, player)
  },
  async drawer({ page, player }) {
    await openDrawer(page, player.username)
  },
  'link a wallet': fromDrawer('Account', 'Link a wallet'),
  deposit: fromDrawer(undefined, 'Deposit'),
  'pay from a wallet': fromDrawer(undefined, 'Deposit', 'Pay from a wallet'),
  'take a break': fromDrawer('Limits', 'Take a break'),
  'close the account': fromDrawer('Account', 'Close my account'),
  async 'reset balance'({ page, player }) {
    await openMenu(page, player)
    await openDialog(page, 'Reset balance')
  },
  async 'reminder of the time'({ page, player }) {
    await page.evaluate(
      ([id, since]) => {
        localStorage.setItem('play-reminder', '15')
        sessionStorage.setItem('play-session', `${id} ${since}`)
      },
      [player.id, Date.now() - REMINDED_AFTER_MS + 5_000],
    )
    await page.reload()
    await page.getByRole('dialog', { name: 'Time check' }).waitFor()
    await page.evaluate(() => localStorage.removeItem('play-reminder'))
  },
}

/** Opens each overlay on a game's page of a player with a wallet. */
export async function eachOverlay(
  page: Page,
  see: (name: string) => Promise<void>,
): Promise<void> {
  await BrowserWallet.install(page, 'nothing')
  const player = await newDepositor(page)
  for (const [name, open] of Object.entries(overlays)) {
    await page.goto(firstGamePath)
    await page.getByRole('button', { name: 'Provably fair why?' }).waitFor()
    await open({ page, player })
    await see(name)
    if (name === 'drawer') await eachTab(page, see)
  }
}

async function eachTab(
  page: Page,
  see: (name: string) => Promise<void>,
): Promise<void> {
  for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
    await tab.click()
    await page.getByRole('dialog').getByRole('tabpanel').waitFor()
    await tab.evaluate((button) => button.scrollIntoView())
    await see(`drawer, ${(await tab.textContent()) ?? ''}`)
  }
}

async function openMenu(page: Page, { username }: User): Promise<void> {
  await page.getByRole('button', { name: username }).click()
  await page.getByRole('switch', { name: 'Light theme' }).waitFor()
}

/** Opens dialogs from the drawer and from each other. */
function fromDrawer(tab: string | undefined, ...buttons: string[]) {
  return async ({ page, player }: Opener) => {
    await openDrawer(page, player.username, tab)
    for (const button of buttons) await openDialog(page, button)
  }
}

async function openDialog(page: Page, button: string): Promise<void> {
  const dialogs = page.getByRole('dialog')
  const before = await dialogs.allInnerTexts()
  await page.getByRole('button', { name: button, exact: true }).click()
  // One may close before the next opens.
  const opened = async () => {
    const now = await dialogs.allInnerTexts()
    return now.length > 0 && now.join() !== before.join()
  }
  await expect.poll(opened).toBe(true)
}

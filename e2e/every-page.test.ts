import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { blackjackAnswer } from '#core/schemas/blackjack-answer.ts'
import { chooseNextRound } from './support/chosen-round.ts'
import { flipHeads, sawShield } from './support/coin-flip.ts'
import { blackjackTable } from './support/hand-tables.ts'
import { move } from './support/move.ts'
import { openPage } from './support/open-page.ts'
import { overflowPx } from './support/overflow-px.ts'
import { accountButton, newPlayer } from './support/player.ts'

/** The narrowest phone, the usual one, a desktop; the last two look different. */
const WIDTHS_PX = [360, 390, 1_440]
const LOOKS_PX = [390, 1_440]
const HEIGHT_PX = 900

const themes = ['dark', 'light'] as const
type Theme = (typeof themes)[number]

/** Opens each page and waits until it shows what it is for. */
const pages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/': async (page) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Play Now' }).waitFor()
  },
  '/auth': async (page) => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Get Bendy!' }).waitFor()
  },
  '/slots': async (page) => {
    await newPlayer(page)
    await page.goto('/slots')
    await page.getByRole('button', { name: 'Spin' }).click()
    await page.getByText(/You (won|lost) .* coins?$/).waitFor()
    await sawShield(page, 'Proven fair')
  },
  '/hilo': async (page) => {
    await newPlayer(page)
    await page.goto('/hilo')
    await page.getByRole('button', { name: 'Start Game' }).click()
    await page.getByRole('button', { name: 'Skip 52 left' }).waitFor()
    await sawShield(page, 'Round open')
  },
  '/blackjack': async (page) => {
    const player = await newPlayer(page)
    await page.goto('/blackjack')
    await chooseNextRound({ page, player }, blackjackTable.isOf)
    await move(page, 'Deal', blackjackAnswer)
    await page.getByRole('button', { name: 'Hit', disabled: false }).waitFor()
    await sawShield(page, 'Round open')
  },
  '/coinflip': async (page) => {
    await newPlayer(page)
    await page.goto('/coinflip')
    await flipHeads(page)
    await sawShield(page, 'Proven fair')
  },
  '/fairness': async (page) => {
    await page.goto('/fairness')
    await page.getByRole('heading', { name: 'Provably fair' }).waitFor()
  },
  '/verify/:id': async (page) => {
    await newPlayer(page)
    await page.goto('/coinflip')
    const { answer } = await flipHeads(page)
    await page.goto(`/verify/${answer.transactionId}`)
    await page.getByText('Verification Successful').waitFor()
  },
  '/verify.html': async (page) => {
    await page.goto('/verify.html')
    await page.getByRole('heading', { name: 'Drop a record here' }).waitFor()
  },
  'not found': async (page) => {
    await page.goto('/nowhere')
    await page.getByText('404 Page Not Found').waitFor()
  },
}

/** Still, so that no colour is judged while it fades in. */
function openThemed(theme: Theme): Promise<Page> {
  const look = { name: 'theme', value: theme }
  const here = { origin: inject('productUrl'), localStorage: [look] }
  const options: BrowserContextOptions = {
    storageState: { cookies: [], origins: [here] },
  }
  return openPage(options)
}

async function barriersIn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const everyLook = themes.flatMap((theme) =>
  Object.entries(pages).map(([name, open]) => ({ theme, name, open })),
)

test.each(everyLook)(
  '$name in $theme has no barrier and fits every width',
  async ({ theme, open }) => {
    const page = await openThemed(theme)
    await open(page)
    for (const width of WIDTHS_PX) {
      await page.setViewportSize({ width, height: HEIGHT_PX })
      expect(await overflowPx(page.locator('html')), `${width} px`).toBe(0)
      if (!LOOKS_PX.includes(width)) continue
      expect(await barriersIn(page), `${width} px`).toEqual([])
    }
  },
)

test.each(themes)(
  'menu, drawer and shield in %s have no barrier',
  async (theme) => {
    const page = await openThemed(theme)
    const { username } = await newPlayer(page)
    await page.goto('/coinflip')
    await page.getByRole('button', { name: 'Provably fair why?' }).click()
    await page.getByRole('heading', { name: 'Fair before you bet' }).waitFor()
    expect(await barriersIn(page), 'shield').toEqual([])
    await page.keyboard.press('Escape')

    await accountButton(page, username, 1_000).click()
    await page.getByRole('switch', { name: 'Light theme' }).waitFor()
    expect(await barriersIn(page), 'menu').toEqual([])
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('dialog').getByText('Member since').waitFor()
    expect(await barriersIn(page), 'drawer').toEqual([])
    await page.setViewportSize({ width: 360, height: HEIGHT_PX })
    expect(await overflowPx(page.getByRole('dialog')), 'drawer').toBe(0)
  },
)

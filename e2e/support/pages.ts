import type { Page } from 'playwright-core'
import { blackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import type { Page as Entry } from '../../web/src/app/page.ts'
import { pages as entries, type PageRoute } from '../../web/src/app/pages.ts'
import { chooseNextRound } from './chosen-round.ts'
import { flipHeads, sawShield } from './coin-flip.ts'
import { blackjackTable } from './hand-tables.ts'
import { move } from './move.ts'
import { openGame } from './open-game.ts'
import { newPlayer } from './player.ts'

type Visit = (page: Page) => Promise<void>

/** Parameters are known to whoever played, so these pages have a visit below. */
type WithParameter = Extract<PageRoute, `${string}:${string}`>

/** For pages that show more than their entry tells how to reach. */
const ownVisits = {
  '/slots': async (page) => {
    await openGame(page, '/slots')
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
    await openGame(page, '/coinflip')
    await flipHeads(page)
    await sawShield(page, 'Proven fair')
  },
  '/verify/:id': async (page) => {
    await newPlayer(page)
    await page.goto('/coinflip')
    const { answer } = await flipHeads(page)
    await page.goto(`/verify/${answer.transactionId}`)
    await page.getByText('Verification Successful').waitFor()
  },
} satisfies Partial<Record<PageRoute, Visit>> & Record<WithParameter, Visit>

/** Opens each page and waits until it shows what it is for. */
export const pages: Readonly<Record<string, Visit>> = {
  ...Object.fromEntries(
    entries.map((entry) => [entry.path, (page: Page) => visit(page, entry)]),
  ),
  ...ownVisits,
  '/verify.html': async (page) => {
    await page.goto('/verify.html')
    await page.getByRole('heading', { name: 'Drop a record here' }).waitFor()
  },
  'not found': async (page) => {
    await page.goto('/nowhere')
    await page.getByText('404 Page Not Found').waitFor()
  },
}

async function visit(page: Page, { path, title, access }: Entry) {
  if (access === 'players') await openGame(page, path)
  else await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction((start) => document.title.startsWith(start), title)
}

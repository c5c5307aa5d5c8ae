import type { Page } from 'playwright-core'
import type { Page as Entry } from '../../web/src/app/page.ts'
import { pages as entries, type PageRoute } from '../../web/src/app/pages.ts'
import { chooseNextRound } from './chosen-round.ts'
import { type Journey, journeys } from './journeys.ts'
import { press } from './move.ts'
import { openGame } from './open-game.ts'
import { newOperator } from './operator.ts'
import { newPlayer } from './player.ts'
import { endedRound, openRound, plain } from './rounds.ts'
import { sawResult } from './saw-result.ts'
import { sawShield } from './saw-shield.ts'

type Visit = (page: Page) => Promise<void>

/** Parameters are known to whoever played, so these pages have a visit below. */
type WithParameter = Extract<PageRoute, `${string}:${string}`>

/** For pages that show more than their entry tells how to reach. */
const ownVisits = {
  '/verify/:id': async (page) => {
    await newPlayer(page)
    const { id } = await endedRound(page, plain)
    await page.goto(`/verify/${id}`)
    await page.getByText('Verification Successful').waitFor()
  },
} satisfies Partial<Record<PageRoute, Visit>> & Record<WithParameter, Visit>

/** Opens each page and waits until it shows what it is for. */
export const pages: Readonly<Record<string, Visit>> = {
  ...Object.fromEntries(
    entries.map((entry) => [entry.path, (page: Page) => visit(page, entry)]),
  ),
  ...Object.fromEntries(
    journeys.map((one) => [one.path, (page: Page) => play(page, one)]),
  ),
  ...ownVisits,
  'first page of a player': async (page) => {
    await newPlayer(page)
    await openRound(page)
    // Which leads there, and asks who has signed in.
    await page.goto('/auth')
    await page.getByRole('heading', { name: 'Under way' }).waitFor()
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

async function visit(page: Page, entry: Entry) {
  if (entry.access === 'players') await openGame(page, entry.path)
  else {
    if (entry.access === 'operators') await newOperator(page)
    await page.goto(entry.path)
  }
  await sawPage(page, entry)
}

/** Waits until the page is there, and the browser's tab named after it. */
export async function sawPage(page: Page, { title }: Entry): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction((start) => document.title.startsWith(start), title)
}

/** Opens a game, and plays until its round is over or the player's turn comes. */
async function play(page: Page, journey: Journey): Promise<void> {
  const { title, path, hand } = journey
  const [bet] = journey.buttons
  const player = await openGame(page, path)
  if (hand) await chooseNextRound({ page, player }, hand.isOf)
  await press(page, bet)
  if (hand) {
    const { goOn: name } = hand
    await page.getByRole('button', { name, disabled: false }).waitFor()
    await sawShield(page, 'Round open')
  } else {
    await sawResult(page, title, /You (won|lost) .* coins?$|Lines paid/)
    await sawShield(page, 'Proven fair')
  }
}

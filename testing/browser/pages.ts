import type { Page } from 'playwright-core'
import { kit as coinFlipKit } from '../../scripts/game-kits/coin-flip.ts'
import type { Page as Entry } from '../../web/src/app/page.ts'
import { pages as entries, type PageRoute } from '../../web/src/app/pages.ts'
import { chooseNextRound } from './chosen-round.ts'
import { journeys } from './journeys.ts'
import { newOperator } from './operator.ts'
import { newPlayer, press, untilSeeded } from './player.ts'
import { endedRound, openRound } from './rounds.ts'
import { waitForResult, waitForShield } from './wait-for.ts'

type Access = Entry['access']
type Open = (page: Page) => Promise<void>

/** Access, opening and content of a page. */
type Visit = { name: string; access: Access; open: Open }

/** Pages with parameters are for players, so they are opened below. */
type WithParameter = Extract<PageRoute, `${string}:${string}`>

const withParameter: Record<WithParameter, Open> = {
  async '/verify/:id'(page) {
    const { id } = await endedRound(page, coinFlipKit)
    await page.goto(`/verify/${id}`)
    await page.getByText('Verification Successful').waitFor()
  },
}

/** All pages of the site, also those without an entry in its list. */
export const visits: readonly Visit[] = [
  ...entries
    .filter(({ path }) => !(path in withParameter))
    .map((entry) => ({
      name: entry.path,
      access: entry.access,
      async open(page: Page) {
        await page.goto(entry.path)
        await waitForPage(page, entry)
      },
    })),
  ...Object.entries(withParameter).map(([name, open]) => ({
    name,
    access: 'players' as const,
    open,
  })),
  {
    name: 'first page of a player',
    access: 'players',
    async open(page) {
      await openRound(page)
      // The login leads there, and requests the session.
      await page.goto('/auth')
      await page.getByRole('heading', { name: 'In progress' }).waitFor()
    },
  },
  shows('/verify.html', 'Drop a record here'),
  shows('/docs', 'POST/api/games/coinflip'),
  shows('/nowhere', '404 Page Not Found'),
]

function shows(path: string, text: string): Visit {
  return {
    name: path,
    access: 'everyone',
    async open(page) {
      await page.goto(path)
      // The API reference draws every route, which is slow on a busy machine.
      await page.getByText(text).waitFor({ timeout: 60_000 })
    },
  }
}

/** Waits until the page and its title are shown. */
export async function waitForPage(page: Page, { title }: Entry): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction((start) => document.title.startsWith(start), title)
}

/** Signs in a player or operator who may open such pages. */
export async function enter(page: Page, access: Access) {
  if (access === 'players') return newPlayer(page)
  return access === 'operators' ? newOperator(page) : undefined
}

/** Opens a page for a new player. Plays a game until its round ends or it is the player's turn. */
export async function openFirst(
  page: Page,
  { name, access, open }: Visit,
): Promise<void> {
  const player = await enter(page, access)
  const journey = journeys.find(({ path }) => path === name)
  if (!player || !journey) return open(page)
  const { title, hand, buttons } = journey
  await untilSeeded(page, () => open(page))
  if (hand) await chooseNextRound({ page, player }, hand.matches)
  await press(page, buttons[0])
  if (hand) {
    const { continueButton: name } = hand
    await page.getByRole('button', { name, disabled: false }).waitFor()
    await waitForShield(page, 'Round open')
  } else {
    await waitForResult(page, title, /You lost .* coins?$|Paid/)
    await waitForShield(page, 'Proven fair')
  }
}

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  dealHands,
  legalChoices,
} from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { journeys } from '#testing/browser/journeys.ts'
import { SIZES } from '#testing/browser/look.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer, openGame, press } from '#testing/browser/player.ts'

const deals = [
  { move: 'insurance', presses: ['Deal'], isInsurable: true },
  // Insurance would be offered first.
  { move: 'split', presses: ['Deal', 'Split'], isInsurable: false },
] as const

async function expectAllInSight(page: Page, what: string) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    const where = `${what} at ${size.width} x ${size.height}`
    const obscured = () => obscuredParts(page)
    await expect.poll(obscured, { message: where, timeout: 10_000 }).toEqual([])
  }
}

test.each(journeys)(
  'nothing of $title covers or cuts anything else',
  { timeout: 180_000 },
  async ({ title, path, buttons: [start] }) => {
    const page = await openPage()
    await openGame(page, path)
    await expectAllInSight(page, title)
    await press(page, start)
    await expectAllInSight(page, `a round of ${title}`)
  },
)

test.each(deals)(
  'nothing of a hand with $move covers or cuts anything else',
  { timeout: 180_000 },
  async ({ move, presses, isInsurable }) => {
    const page = await openPage()
    const player = await newPlayer(page)
    await page.goto('/blackjack')
    await chooseNextRound({ page, player }, (draws) => {
      const position = dealHands(coins(10), draws)
      const isOffered = legalChoices(position).includes(move)
      return isOffered && position.isInsurable === isInsurable
    })
    for (const button of presses) await press(page, button)
    await expectAllInSight(page, `a hand with ${move}`)
  },
)

test.each(['/pokey', '/sports', '/history', '/leaderboard'])(
  'nothing of %s covers or cuts anything else, and it ends with its footer',
  { timeout: 180_000 },
  async (path) => {
    const page = await openPage()
    await newPlayer(page)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectAllInSight(page, path)
    const belowPx = await page
      .locator('footer')
      .last()
      .evaluate(
        (footer) =>
          document.documentElement.scrollHeight -
          footer.getBoundingClientRect().bottom -
          scrollY,
      )
    expect(belowPx).toBeLessThan(2)
  },
)

/**
 * Returns buttons, fields, links, cards and results that are cut off or covered once
 * scrolled into view.
 */
function obscuredParts(page: Page): Promise<string[]> {
  const parts =
    'a, button, input, .playing-card-corner, .round-result, [role="status"]'
  return page.locator('main').evaluate((main, selector) => {
    const isOnTop = (part: Element, x: number, y: number) => {
      const top = document.elementFromPoint(x, y)
      return top === null || part.contains(top) || top.contains(part)
    }
    return Array.from(main.querySelectorAll<HTMLElement>(selector))
      .filter((part) =>
        part.checkVisibility({
          opacityProperty: true,
          visibilityProperty: true,
        }),
      )
      .flatMap((part) => {
        part.scrollIntoView({ block: 'center', inline: 'nearest' })
        const { left, top, width, height } = part.getBoundingClientRect()
        // For screen readers only.
        if (width <= 1 || height <= 1) return []
        const spots = [0.2, 0.5, 0.8].flatMap((x) =>
          [0.2, 0.5, 0.8].map((y) => [left + x * width, top + y * height]),
        )
        const isCovered = !spots.every(([x = 0, y = 0]) => isOnTop(part, x, y))
        const isCut =
          left < 0 ||
          left + width > innerWidth ||
          (part instanceof HTMLInputElement &&
            part.scrollWidth > part.clientWidth)
        if (!(isCovered || isCut)) return []
        const name = part.ariaLabel ?? part.textContent.trim()
        return `${part.tagName} ${name || part.className}`
      })
  }, parts)
}

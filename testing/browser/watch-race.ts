import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { FINISH_PERCENT, raceOf, TICK_MS } from '#core/race/race.ts'
import { shownPositions } from '#core/race/shown-positions.ts'
import {
  type RaceHistoryAnswer,
  raceHistoryAnswer,
} from '#core/schemas/race.ts'

type PastRace = RaceHistoryAnswer[number]

export type RaceWatch = {
  /** Waits until the page has shown a text that ends so, however briefly. */
  shown(ending: string): Promise<string>
  /** Where the page has had the horses, in that order. */
  positions(): Promise<readonly string[]>
}

type Seen = { positions: Set<string>; texts: Set<string> }

/**
 * Notes what the page shows of a race from now on. It watches the page's
 * changes: nothing is missed however slowly the page is drawn or asked.
 */
export async function watchRace(page: Page): Promise<RaceWatch> {
  await page.evaluate(() => {
    const seen: Seen = { positions: new Set(), texts: new Set() }
    Object.assign(globalThis, { seen })
    const look = () => {
      const dots = document.querySelectorAll<HTMLElement>('[data-dot]')
      const places = Array.from(dots, ({ style }) => style.transform)
      seen.positions.add(places.join(' '))
      const texts = document.querySelectorAll('[role=status], .race-sign')
      for (const { textContent } of Array.from(texts)) {
        seen.texts.add(textContent ?? '')
      }
    }
    look()
    new MutationObserver(look).observe(document.body, {
      attributeFilter: ['style'],
      characterData: true,
      childList: true,
      subtree: true,
    })
  })
  return {
    async shown(ending) {
      const text = await page.waitForFunction((wanted) => {
        const { seen } = globalThis as unknown as { seen: Seen }
        return [...seen.texts].find((each) => each.endsWith(wanted))
      }, ending)
      return text.jsonValue() as Promise<string>
    },
    positions: () =>
      page.evaluate(() => {
        const { seen } = globalThis as unknown as { seen: Seen }
        return [...seen.positions]
      }),
  }
}

/** Claims that what was seen are positions of that race, in their order. */
export function expectOfRace(seen: readonly string[], race: PastRace): void {
  const course = positionsOf(race)
  const ticks = new Map(course.map((positions, tick) => [positions, tick]))
  // At the start they also stand before and after the race.
  const seenTicks = seen
    .map((positions) => ticks.get(positions))
    .filter((tick) => tick !== 0)
  expect(seenTicks).not.toContain(undefined)
  expect(seenTicks).toEqual(
    seenTicks.toSorted((one = 0, other = 0) => one - other),
  )
  expect(seenTicks.at(-1)).toBe(course.length - 1)
  // How many a page draws is up to the machine; more than the end was seen.
  expect(seenTicks.length).toBeGreaterThan(1)
}

/** As browsers tell of it, tick by tick; a race that is over stays where it ends. */
function positionsOf({
  clientSeed: salt,
  nonce: number,
  serverSeed,
}: PastRace) {
  const race = raceOf(nobleHashes, { serverSeed, salt: salt ?? '', number })
  return Array.from({ length: race.ticks + 1 }, (_, tick) =>
    shownPositions(race, tick * TICK_MS)
      .map((percent) => (percent / FINISH_PERCENT) * 100)
      .map((percent) => `translateX(${Number(percent.toFixed(3))}%)`)
      .join(' '),
  )
}

/** The race that was over last. */
export async function lastRace(page: Page): Promise<PastRace> {
  const answer = await page.request.get('/api/races/history')
  const [last] = raceHistoryAnswer.parse(await answer.json())
  if (!last) throw new Error('no race is over yet')
  return last
}

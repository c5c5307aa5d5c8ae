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

/** Notes where the page has the horses, frame by frame, from now on. */
export async function watchRace(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seenPositions: seen })
    const look = () => {
      const dots = document.querySelectorAll<HTMLElement>('[data-dot]')
      seen.add(Array.from(dots, ({ style }) => style.transform).join(' '))
      requestAnimationFrame(look)
    }
    look()
  })
  return () =>
    page.evaluate(() => {
      const { seenPositions } = globalThis as unknown as {
        seenPositions: Set<string>
      }
      return [...seenPositions]
    })
}

/** Claims that what was seen are positions of that race, in their order. */
export function expectOfRace(seen: readonly string[], race: PastRace): void {
  const ticks = new Map(
    positionsOf(race).map((positions, tick) => [positions, tick]),
  )
  // At the start they also stand before and after the race.
  const seenTicks = seen
    .map((positions) => ticks.get(positions))
    .filter((tick) => tick !== 0)
  expect(seenTicks).not.toContain(undefined)
  expect(seenTicks).toEqual(
    seenTicks.toSorted((one = 0, other = 0) => one - other),
  )
  expect(seenTicks.length).toBeGreaterThan(3)
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

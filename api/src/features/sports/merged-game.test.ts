import { expect, test } from 'vitest'
import type { FeedGame } from '#core/sports/game.ts'
import { bookmakerAt } from '#testing/server/sports-server.ts'
import { mergedGame } from './merged-game.ts'

const NOON = Date.UTC(2027, 0, 15, 12)
const HOUR_MS = 3_600_000
const told = { source: 'the_odds_api', askedAtMs: NOON } as const
const teams = { id: 'game', homeTeam: 'Celtics', awayTeam: 'Heat' }
const startsAtMs = NOON + HOUR_MS

/** A game as it stands after all of this was told. */
function after(...said: Partial<FeedGame>[]) {
  return said
    .map((part) => ({ ...teams, startsAtMs, ...part }))
    .reduce<ReturnType<typeof mergedGame> | undefined>(
      (row, game) => mergedGame(row, game, told),
      undefined,
    )
}

const live = { status: 'live', score: { home: 50, away: 40 } } as const
const final = { status: 'final', score: { home: 100, away: 90 } } as const

test('a game that was live stays so when a feed forgets it', () => {
  expect(after(live, { status: 'scheduled' })).toMatchObject({
    status: 'live',
    homeScore: 50,
    commenceTime: new Date(startsAtMs),
  })
})

test('a game that has not begun is put off, and one that has is not', () => {
  const later = { startsAtMs: startsAtMs + HOUR_MS }
  const commenceTime = new Date(later.startsAtMs)
  expect(after({}, later)).toMatchObject({ commenceTime })
  expect(after(live, later)).not.toMatchObject({ commenceTime })
})

test('what a feed does not say now stays as it was', () => {
  const bookmakers = [bookmakerAt(NOON)]
  expect(after({ bookmakers }, live)).toMatchObject({ bookmakers })
})

test('a final score ends it, and no later word but another final score changes it', () => {
  const ended = { status: 'final', resultVersion: 1, bookmakers: [] }
  expect(after(live, final)).toMatchObject(ended)
  for (const later of [live, { status: 'cancelled' }, final, {}] as const) {
    expect(after(final, later)).toMatchObject({ ...ended, homeScore: 100 })
  }
  const corrected = { status: 'final', score: { home: 101, away: 90 } } as const
  expect(after(final, corrected)).toMatchObject({
    homeScore: 101,
    resultVersion: 2,
  })
})

test('without a score it is not over', () => {
  expect(after(live, { status: 'final' })).toMatchObject({
    status: 'live',
    resultVersion: 0,
  })
})

test('a game that is called off stays so', () => {
  const off = { status: 'cancelled', resultVersion: 1 }
  expect(after({ status: 'cancelled' })).toMatchObject(off)
  expect(after({ status: 'cancelled' }, final)).toMatchObject(off)
})

test('an operator’s word stands against the feed', () => {
  const row = after(final)
  const decided = row && { ...row, decidedBy: 'operator' as const }
  const game = { ...teams, startsAtMs, ...final, score: { home: 1, away: 2 } }
  expect(mergedGame(decided, game, told)).toEqual(decided)
})

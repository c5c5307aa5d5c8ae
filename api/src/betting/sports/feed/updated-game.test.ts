import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#core/durations.ts'
import type { FeedGame, Selection } from '#core/sports/game.ts'
import { gradeSelection } from '#core/sports/grading.ts'
import { isSameGame, updatedGame } from './updated-game.ts'

const NOON = Date.UTC(2027, 0, 15, 12)
const report = {
  source: 'the_odds_api',
  askedAtMs: NOON + 3 * HOUR_MS,
} as const
const teams = { id: 'game', homeTeam: 'Celtics', awayTeam: 'Heat' }
const startsAtMs = NOON + HOUR_MS

/** Returns a game after these reports. */
function after(...said: Partial<FeedGame>[]) {
  return said
    .map((part) => ({ ...teams, startsAtMs, ...part }))
    .reduce<ReturnType<typeof updatedGame> | undefined>(
      (row, game) => updatedGame(row, game, report),
      undefined,
    )
}

const live = { status: 'live', score: { home: 50, away: 40 } } as const
const final = { status: 'final', score: { home: 100, away: 90 } } as const

test('a new game has no result, and prices from the time of the request', () => {
  expect(JSON.stringify(after({}))).toBe(
    '{"id":"game","source":"the_odds_api","homeTeam":"Celtics","awayTeam":"Heat","commenceTime":"2027-01-15T13:00:00.000Z","status":"scheduled","homeScore":null,"awayScore":null,"bookmakers":[],"pricesAt":"2027-01-15T15:00:00.000Z","resultVersion":0,"settledVersion":0,"decidedBy":null,"heldFor":null}',
  )
})

test.each([
  [{ startsAtMs: startsAtMs + HOUR_MS }, true],
  [{ homeTeam: 'MIA', awayTeam: 'BOS' }, true],
  [{ startsAtMs: startsAtMs - HOUR_MS - 1 }, false],
  [{ homeTeam: 'Bulls' }, false],
])('another id with %j within an hour is the same game: %j', (part, isSame) => {
  const row = after({})
  const game = { ...teams, startsAtMs, ...part, id: 'other' }
  expect(row && isSameGame(row, game, HOUR_MS)).toBe(isSame)
})

test('keeps a game live that a later report has as scheduled', () => {
  expect(after(live, { status: 'scheduled' })).toMatchObject({
    status: 'live',
    homeScore: 50,
    commenceTime: new Date(startsAtMs),
  })
})

test('postpones a scheduled game, but not a live one', () => {
  const later = { startsAtMs: startsAtMs + HOUR_MS }
  const commenceTime = new Date(later.startsAtMs)
  expect(after({}, later)).toMatchObject({ commenceTime })
  expect(after(live, later)).not.toMatchObject({ commenceTime })
})

test('retains what a report leaves out', () => {
  const bookmakers = [
    { key: 'book', title: 'Book', updatedAtMs: NOON, markets: [] },
  ]
  expect(after({ bookmakers }, live)).toMatchObject({ bookmakers })
})

test('a final score ends a game, and only another final score changes it', () => {
  const ended = { status: 'final', resultVersion: 1, bookmakers: [] }
  expect(after(live, final)).toMatchObject(ended)
  const late = { ...live, score: { home: 101, away: 91 } }
  for (const later of [
    live,
    late,
    { status: 'cancelled' },
    final,
    {},
  ] as const) {
    expect(after(final, later)).toMatchObject({ ...ended, homeScore: 100 })
  }
  const corrected = { status: 'final', score: { home: 101, away: 90 } } as const
  expect(after(final, corrected)).toMatchObject({
    homeScore: 101,
    resultVersion: 2,
  })
})

test('a game without a score is not final', () => {
  expect(after(live, { status: 'final' })).toMatchObject({
    status: 'live',
    resultVersion: 0,
  })
})

test('a cancelled game stays cancelled', () => {
  const off = { status: 'cancelled', homeScore: null, awayScore: null }
  const cancelled = { ...off, resultVersion: 1, decidedBy: 'feed' }
  expect(after({ status: 'cancelled' })).toMatchObject(cancelled)
  expect(after({ status: 'cancelled' }, final)).toMatchObject(off)
})

test('an operator’s decision overrides the feed', () => {
  const row = after(final)
  const decided = row && { ...row, decidedBy: 'operator' as const }
  const game = { ...teams, startsAtMs, ...final, score: { home: 1, away: 2 } }
  expect(updatedGame(decided, game, report)).toEqual(decided)
})

const swapped = { homeTeam: 'Miami Heat', awayTeam: 'Boston' }

test('keeps each score with its team when the feed swaps sides', () => {
  const said = { ...swapped, ...final, score: { home: 90, away: 100 } }
  expect(after(live, said)).toMatchObject({ homeScore: 100, awayScore: 90 })
  const silent = after(live, { ...swapped, status: 'live' })
  expect(silent).toMatchObject({ homeScore: 50, awayScore: 40, heldFor: null })
})

test.each<[string, Partial<FeedGame>[]]>([
  ['other_teams', [{}, { homeTeam: 'Bulls' }]],
  ['other_teams', [{}, { homeTeam: 'Heat', awayTeam: 'Bulls' }]],
  ['other_teams', [{}, { homeTeam: 'Bulls', awayTeam: 'Celtics' }]],
  ['other_teams', [final, { ...final, awayTeam: 'Celtics' }]],
  ['other_start', [{}, { ...final, startsAtMs: startsAtMs - 48 * HOUR_MS }]],
  ['other_start', [{}, { ...live, startsAtMs: startsAtMs + 48 * HOUR_MS }]],
  ['early_result', [{ ...final, startsAtMs: NOON + 4 * HOUR_MS }]],
  ['lower_score', [live, { ...final, score: { home: 46, away: 90 } }]],
  ['lower_score', [final, { ...final, score: { home: 100, away: 86 } }]],
])('holds a game for %s', (heldFor, said) => {
  const held = after(...said)
  expect(held).toMatchObject({ heldFor, bookmakers: [] })
  const before = after(...said.slice(0, -1))
  expect(held?.resultVersion).toBe(before?.resultVersion ?? 0)
  expect(held?.status).toBe(before?.status ?? 'scheduled')
  const again = { ...teams, startsAtMs, ...final }
  expect(held && updatedGame(held, again, report)).toEqual(held)
})

const corrected = { home: 100, away: 87 }

test.each<[string, Partial<FeedGame>[]]>([
  ['a score that falls by a basket', [live, { score: { home: 47, away: 37 } }]],
  ['a final one that does', [final, { ...final, score: corrected }]],
  ['a start 12 hours off', [{}, { ...live, startsAtMs: NOON - 11 * HOUR_MS }]],
  ['a result as it starts', [{ ...final, startsAtMs: report.askedAtMs }]],
  ['a game put off by days', [{}, { startsAtMs: NOON + 49 * HOUR_MS }]],
])('accepts %s', (_what, said) => {
  const { home = null, away = null } = said.at(-1)?.score ?? {}
  const accepted = { heldFor: null, homeScore: home, awayScore: away }
  expect(after(...said)).toMatchObject(accepted)
})

const points = fc.integer({ min: 0, max: 150 })

/** Generates reports of a game that the Celtics finish `ours` to `theirs`. */
function arbitraryGames(ours: number, theirs: number) {
  return fc
    .record({
      isSwapped: fc.boolean(),
      us: fc.constantFrom(
        'Boston Celtics',
        'Celtics',
        'BOS',
        'boston',
        'Bulls',
      ),
      them: fc.constantFrom('Miami Heat', 'MIA', 'Heat', 'Celtics'),
      part: fc.constantFrom(0, 0.5, 1),
      status: fc.constantFrom('scheduled', 'live', 'final'),
      movedHours: fc.constantFrom(0, 0, 0, 1, -48, 48),
    })
    .map(({ isSwapped, us, them, part, status, movedHours }): FeedGame => {
      const isFinal = status === 'final'
      const of = (score: number) => Math.floor(score * (isFinal ? 1 : part))
      const [home, away] = isSwapped ? [theirs, ours] : [ours, theirs]
      return {
        id: 'game',
        homeTeam: isSwapped ? them : us,
        awayTeam: isSwapped ? us : them,
        startsAtMs: startsAtMs + movedHours * HOUR_MS,
        status,
        score: { home: of(home), away: of(away) },
      } as FeedGame
    })
}

const selection: fc.Arbitrary<Selection> = fc.oneof(
  fc.record({
    market: fc.constant('h2h' as const),
    name: fc.constantFrom('Boston Celtics', 'Miami Heat', 'LA Clippers'),
    point: fc.constant(null),
  }),
  fc.record({
    market: fc.constant('spreads' as const),
    name: fc.constantFrom('Boston Celtics', 'Miami Heat'),
    point: fc.integer({ min: -40, max: 40 }).map((half) => half / 2),
  }),
)

test('never pays a bet against the score by team, whatever the feed sends', () => {
  const games = fc
    .tuple(points, points)
    .chain(([ours, theirs]) =>
      fc.tuple(
        fc.constant([ours, theirs] as const),
        fc.array(arbitraryGames(ours, theirs), { minLength: 1, maxLength: 8 }),
      ),
    )
  fc.assert(
    fc.property(games, selection, ([[ours, theirs], sayings], bet) => {
      const row = sayings.reduce<ReturnType<typeof updatedGame> | undefined>(
        (known, game) => updatedGame(known, game, report),
        undefined,
      )
      const isOfTheGame =
        [row?.homeTeam, row?.awayTeam].includes('Boston Celtics') &&
        [row?.homeTeam, row?.awayTeam].includes('Miami Heat')
      if (row?.status !== 'final' || !isOfTheGame) return
      const score = { home: row.homeScore ?? -1, away: row.awayScore ?? -1 }
      const margin =
        bet.name === 'Boston Celtics' ? ours - theirs : theirs - ours
      const lead = margin + (bet.point ?? 0)
      const isOurs = bet.name !== 'LA Clippers'
      const grade = gradeSelection(bet, row, score)
      expect(grade === 'won').toBe(isOurs && lead > 0)
      expect(grade === 'lost').toBe(isOurs && lead < 0)
    }),
    { numRuns: 2_000 },
  )
})

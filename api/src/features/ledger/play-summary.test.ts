import { expect, test } from 'vitest'
import type { GameSummary } from '#core/schemas/play-summary.ts'
import type { SummaryQuery } from '#core/schemas/transactions-query.ts'
import { type Move, moveCoins } from '#testing/chain/move-coins.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { historyJob } from './history-job.ts'

const server = await openTestServer()
const { history } = server.features.ledger
const { run } = historyJob(history)

const START = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE_MS = 60_000
const GAMES = ['Coin Flip', 'Slot Machine', 'Horse Race'] as const

type TimedMove = Required<Move>

/** A coin goes in a minute, some come back, and now and then a gift comes. */
function moveOf(minute: number): TimedMove {
  const at = new Date(START + minute * MINUTE_MS)
  const gameType = GAMES[minute % 97 === 5 ? 2 : minute % 2] ?? null
  if (minute % 50 === 49) {
    return { at, type: 'grant', gameType: null, amount: 7 }
  }
  // What a hand takes later is a stake and no bet of its own.
  if (minute % 5 === 3) return { at, type: 'raise', gameType, amount: -1 }
  // No round stands behind it, so that it can not be called a win.
  return { at, type: 'reset', gameType, amount: 2 }
}

function movesUpTo(minute: number): TimedMove[] {
  return Array.from({ length: minute }, (_, at) => moveOf(at))
}

function expectedGames(
  moves: readonly TimedMove[],
  { from, to, gameType }: SummaryQuery,
): GameSummary[] {
  const isAsked = (move: TimedMove) =>
    (gameType ? move.gameType === gameType : move.gameType !== null) &&
    (!from || move.at >= new Date(from)) &&
    (!to || move.at < new Date(to))
  const asked = moves.filter(isAsked)
  const names = new Set(asked.map((move) => move.gameType ?? ''))
  return [...names].toSorted().map((name) => {
    const own = asked.filter((move) => move.gameType === name)
    const sumOf = (some: TimedMove[]) =>
      some.reduce((sum, { amount }) => sum + amount, 0)
    const stake = 0 - sumOf(own.filter(({ type }) => type === 'raise'))
    return { gameType: name, bets: 0, stake, payout: sumOf(own) + stake }
  })
}

function timeOf(minute: number): string {
  return new Date(START + minute * MINUTE_MS).toISOString()
}

const QUERIES: readonly SummaryQuery[] = [
  {},
  { gameType: 'Horse Race' },
  { gameType: 'Hi-Lo' },
  { from: timeOf(1_000) },
  { to: timeOf(1_000) },
  { from: timeOf(130), to: timeOf(19_000) },
  { from: timeOf(17_000), to: timeOf(17_001), gameType: 'Coin Flip' },
  { from: timeOf(900_000) },
]

async function expectTrueSums(id: string, moves: readonly TimedMove[]) {
  for (const query of QUERIES) {
    const { games, curve } = await history.summary(id, query)
    const expected = expectedGames(moves, query)
    expect(games, JSON.stringify(query)).toEqual(expected)
    const profit = expected.reduce(
      (sum, one) => sum + one.payout - one.stake,
      0,
    )
    expect(curve.at(-1)?.profit ?? 0).toBe(profit)
    expect(curve.length).toBeLessThanOrEqual(240)
    const times = curve.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
  }
}

test('sums are the same before and after a long history is summed up', async () => {
  const { id } = await server.newPlayer()
  const moves = movesUpTo(20_000)
  await moveCoins(server, id, moves)
  await expectTrueSums(id, moves)
  await run(new AbortController().signal)
  await expectTrueSums(id, moves)
})

test('sums of a short history come from its transactions', async () => {
  const { id } = await server.newPlayer()
  const moves = movesUpTo(300)
  await moveCoins(server, id, moves)
  await expectTrueSums(id, moves)
})

test('a curve shows each step of a few bets', async () => {
  const { id } = await server.newPlayer()
  const amounts = [5, 20, 5, 1]
  const moves = amounts.map((amount, minute) => ({
    ...moveOf(minute),
    type: 'reset' as const,
    gameType: 'Coin Flip',
    amount,
  }))
  await moveCoins(server, id, moves)
  const { curve } = await history.summary(id, {})
  expect(curve).toEqual([
    { at: timeOf(0), profit: 5 },
    { at: timeOf(1), profit: 25 },
    { at: timeOf(2), profit: 30 },
    { at: timeOf(3), profit: 31 },
  ])
})

test('pages of a time are the same before and after, whatever else is asked for', async () => {
  const { id } = await server.newPlayer()
  const moves = movesUpTo(9_000)
  await moveCoins(server, id, moves)
  const filters = [
    { from: timeOf(8_000) },
    { to: timeOf(200) },
    { from: timeOf(127), to: timeOf(129) },
    { from: timeOf(100), to: timeOf(9_000), type: 'grant' },
    { to: timeOf(5_000), gameType: 'Horse Race' },
    { to: timeOf(5_000), before: '3000', type: 'raise' },
  ] as const
  const pages = () =>
    Promise.all(filters.map((filter) => history.page(id, filter)))
  const before = await pages()
  await run(new AbortController().signal)
  expect(await pages()).toEqual(before)
  const minutes = before.map((page) =>
    page.map(({ timestamp }) => (Date.parse(timestamp) - START) / MINUTE_MS),
  )
  expect(minutes[0]?.[0]).toBe(8_999)
  expect(minutes[1]?.[0]).toBe(199)
  expect(minutes[2]).toEqual([128, 127])
  expect(minutes[3]?.slice(0, 2)).toEqual([8_999, 8_949])
  expect(minutes.every((page, at) => at === 2 || page.length === 50)).toBe(true)
})

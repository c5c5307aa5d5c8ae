import { expect, test } from 'vitest'
import type { GameSummary } from '#core/schemas/play-summary.ts'
import type { Transaction } from '#core/schemas/transaction.ts'
import type {
  SummaryQuery,
  TransactionsQuery,
} from '#core/schemas/transactions-query.ts'
import { type Move, moveCoins } from '#testing/chain/move-coins.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { historyJob } from './history-job.ts'

const server = await openTestServer()
const { history } = server.features.ledger
const { run } = historyJob(history)
const { signal } = new AbortController()

async function summedUp(userId: string): Promise<number> {
  const { rows } = await server.pool.query<{ last: string }>(
    'SELECT coalesce(max(last_seq), 0) AS last FROM history_segments WHERE user_id = $1',
    [userId],
  )
  return Number(rows[0]?.last)
}

const PAGE = 50
const TYPES = [undefined, 'grant', 'raise', 'reset'] as const
const GAMES = [
  undefined,
  'Slot Machine',
  'Horse Race',
  'Sports Bet',
  'Blackjack',
] as const

/** Mostly spins, a race in each segment, and long ago a few bets on sports. */
function kindOf(seq: number): Pick<Transaction, 'type' | 'gameType'> {
  if (seq === 1) return { type: 'grant', gameType: null }
  if (seq % 128 === 100) return { type: 'reset', gameType: 'Horse Race' }
  if (seq % 10 === 0) return { type: 'grant', gameType: null }
  if (seq < 20) return { type: 'raise', gameType: 'Sports Bet' }
  return { type: 'raise', gameType: 'Slot Machine' }
}

function append(userId: string, first: number, last: number): Promise<void> {
  const count = last - first + 1
  const kinds = Array.from({ length: count }, (_, n) => kindOf(first + n))
  return moveCoins(server, userId, kinds)
}

async function playerWith(transactions: number): Promise<string> {
  const { id } = await server.newPlayer()
  await append(id, 2, transactions)
  return id
}

function expectedSeqs(last: number, query: TransactionsQuery): number[] {
  const { before = last + 1, type, gameType } = query
  return Array.from({ length: last }, (_, index) => last - index)
    .filter((seq) => {
      const kind = kindOf(seq)
      const isType = type === undefined || kind.type === type
      const isGame = gameType === undefined || kind.gameType === gameType
      return seq < Number(before) && isType && isGame
    })
    .slice(0, PAGE)
}

async function expectTruePages(userId: string, last: number): Promise<void> {
  const befores = [undefined, '128', '129', '8500']
  for (const type of TYPES) {
    for (const gameType of GAMES) {
      await Promise.all(
        befores.map(async (before) => {
          const query = { type, gameType, before }
          const page = await history.page(userId, query)
          const seqs = page.map(({ seq }) => seq)
          const expected = expectedSeqs(last, query)
          expect(seqs, JSON.stringify(query)).toEqual(expected)
        }),
      )
    }
  }
}

test('a filter finds the same before a long history is summed up, after it and after more', async () => {
  const id = await playerWith(9_000)
  await expectTruePages(id, 9_000)
  await run(signal)
  expect(await summedUp(id)).toBe(8_960)
  await expectTruePages(id, 9_000)
  await append(id, 9_001, 9_400)
  await expectTruePages(id, 9_400)
})

test('sums up a history on when much has come since, a short one never', async () => {
  const short = await playerWith(4_000)
  const long = await playerWith(4_200)
  await run(AbortSignal.abort())
  expect(await summedUp(long)).toBe(0)
  await run(signal)
  expect(await summedUp(short)).toBe(0)
  expect(await summedUp(long)).toBe(4_096)
  await append(long, 4_201, 8_000)
  await run(signal)
  expect(await summedUp(long)).toBe(4_096)
  // More than one statement sums up, by several processes at once.
  await append(long, 8_001, 21_000)
  await Promise.all([1, 2, 3].map(() => run(signal)))
  await run(signal)
  expect(await summedUp(long)).toBe(20_992)
  await expectTruePages(long, 21_000)
})

const START = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE_MS = 60_000
const PLAYED = ['Coin Flip', 'Slot Machine', 'Horse Race'] as const

type TimedMove = Required<Move>

/** A coin leaves in a minute, some come back, and some minutes bring a gift. */
function moveOf(minute: number): TimedMove {
  const at = new Date(START + minute * MINUTE_MS)
  const gameType = PLAYED[minute % 97 === 5 ? 2 : minute % 2] ?? null
  if (minute % 50 === 49) {
    return { at, type: 'grant', gameType: null, amount: 7 }
  }
  if (minute % 5 === 3) return { at, type: 'raise', gameType, amount: -1 }
  // Without a round behind it, it can not be called a win.
  return { at, type: 'reset', gameType, amount: 2 }
}

function movesUpTo(minute: number): TimedMove[] {
  return Array.from({ length: minute }, (_, at) => moveOf(at))
}

function expectedGames(
  moves: readonly TimedMove[],
  { from, to, gameType }: SummaryQuery,
): GameSummary[] {
  const asked = moves.filter(
    (move) =>
      (gameType ? move.gameType === gameType : move.gameType !== null) &&
      (!from || move.at >= new Date(from)) &&
      (!to || move.at < new Date(to)),
  )
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
  { from: timeOf(130), to: timeOf(8_500) },
  { from: timeOf(8_000), to: timeOf(8_001), gameType: 'Coin Flip' },
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

test('sums and pages of a time are the same before and after a history is summed up', async () => {
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
  await expectTrueSums(id, moves)
  await run(signal)
  await expectTrueSums(id, moves)
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

test('a curve shows each step of a few bets', async () => {
  const { id } = await server.newPlayer()
  const kind = { type: 'reset', gameType: 'Coin Flip' } as const
  const moves = [5, 20, 5, 1].map((amount, minute) => {
    const at = new Date(START + minute * MINUTE_MS)
    return { ...kind, at, amount }
  })
  await moveCoins(server, id, moves)
  const { curve } = await history.summary(id, {})
  const profits = [5, 25, 30, 31]
  expect(curve).toEqual(
    profits.map((profit, minute) => ({ at: timeOf(minute), profit })),
  )
})

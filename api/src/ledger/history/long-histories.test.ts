import { expect, test } from 'vitest'
import type {
  GameSummary,
  SummaryQuery,
  TransactionsQuery,
} from '#core/api/history.ts'
import { MINUTE_MS } from '#core/durations.ts'
import { type Move, moveCoins } from '#testing/chain/move-coins.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const { service: history } = server.modules.history
const { signal } = new AbortController()

async function summedUp(userId: string): Promise<number> {
  const { rows } = await server.pool.query<{ last: string }>(
    'SELECT coalesce(max(last_seq), 0) AS last FROM history_segments WHERE user_id = $1',
    [userId],
  )
  return Number(rows[0]?.last)
}

const PAGE = 50
const START = Date.parse('2026-01-01T00:00:00.000Z')

function getTime(minute: number): string {
  return new Date(START + minute * MINUTE_MS).toISOString()
}

type TimedMove = Required<Move>

/** Mixes spins, one race per segment and a few early sports bets, one move per minute. */
function getMove(seq: number): TimedMove {
  const at = new Date(START + seq * MINUTE_MS)
  // Wins would need rounds.
  const back = { at, type: 'reset', amount: 2 } as const
  if (seq % 128 === 100) return { ...back, gameType: 'Horse Race' }
  if (seq % 10 === 0) return { at, type: 'grant', gameType: null, amount: 7 }
  const gameType = seq < 20 ? 'Sports Bet' : 'Slot Machine'
  if (seq % 5 !== 3) return { ...back, gameType }
  return { at, type: 'raise', gameType, amount: -1 }
}

/** Returns a player's moves after the welcome grant. */
function getMoves(last: number, first = 2): TimedMove[] {
  return Array.from({ length: last - first + 1 }, (_, n) => getMove(first + n))
}

function append(userId: string, first: number, last: number): Promise<void> {
  return moveCoins(server, userId, getMoves(last, first))
}

async function createPlayer(transactions: number): Promise<string> {
  const { id } = await server.newPlayer()
  await append(id, 2, transactions)
  return id
}

const TYPES = [undefined, 'grant', 'raise', 'reset'] as const
const GAMES = [
  undefined,
  'Slot Machine',
  'Horse Race',
  'Sports Bet',
  'Blackjack',
] as const
const BEFORES = [undefined, '128', '129', '8500']

const FILTERS: readonly TransactionsQuery[] = [
  ...TYPES.flatMap((type) =>
    GAMES.flatMap((gameType) =>
      BEFORES.map((before) => ({ type, gameType, before })),
    ),
  ),
  { from: getTime(8_000) },
  { to: getTime(200) },
  { from: getTime(127), to: getTime(129) },
  { from: getTime(100), to: getTime(9_000), type: 'grant' },
  { to: getTime(5_000), gameType: 'Horse Race' },
  { to: getTime(5_000), before: '3000', type: 'raise' },
]

function matches(move: TimedMove, query: TransactionsQuery): boolean {
  const { type, gameType, from, to } = query
  return (
    (!type || move.type === type) &&
    (!gameType || move.gameType === gameType) &&
    (!from || move.at >= new Date(from)) &&
    (!to || move.at < new Date(to))
  )
}

function expectedSeqs(last: number, query: TransactionsQuery): number[] {
  const { before = last + 1, type = 'grant', gameType, from, to } = query
  const moved = getMoves(last).flatMap((move, at) =>
    matches(move, query) ? [at + 2] : [],
  )
  const isFirstMatching = type === 'grant' && !gameType && !from && !to
  return [...(isFirstMatching ? [1] : []), ...moved]
    .filter((seq) => seq < Number(before))
    .toReversed()
    .slice(0, PAGE)
}

async function expectPages(userId: string, last: number): Promise<void> {
  for (const query of FILTERS) {
    const page = await history.page(userId, query)
    const seqs = page.map(({ seq }) => seq)
    expect(seqs, JSON.stringify(query)).toEqual(expectedSeqs(last, query))
  }
}

const QUERIES: readonly SummaryQuery[] = [
  {},
  { gameType: 'Horse Race' },
  { gameType: 'Hi-Lo' },
  { from: getTime(1_000) },
  { to: getTime(1_000) },
  { from: getTime(130), to: getTime(8_500) },
  { from: getTime(8_001), to: getTime(8_002), gameType: 'Slot Machine' },
  { from: getTime(900_000) },
]

function expectedGames(last: number, query: SummaryQuery): GameSummary[] {
  const moves = getMoves(last).filter((move) => matches(move, query))
  const { null: _grants, ...games } = Object.groupBy(moves, ({ gameType }) =>
    String(gameType),
  )
  const getSum = (moves: readonly TimedMove[]) =>
    moves.reduce((sum, { amount }) => sum + amount, 0)
  return Object.entries(games)
    .toSorted()
    .map(([gameType, own = []]) => {
      const stake = 0 - getSum(own.filter(({ type }) => type === 'raise'))
      return { gameType, bets: 0, stake, payout: getSum(own) + stake }
    })
}

async function expectSums(userId: string, last: number): Promise<void> {
  for (const query of QUERIES) {
    const { games, curve } = await history.summary(userId, query)
    const expected = expectedGames(last, query)
    expect(games, JSON.stringify(query)).toEqual(expected)
    const profits = expected.map(({ payout, stake }) => payout - stake)
    const profit = profits.reduce((sum, each) => sum + each, 0)
    expect(curve.at(-1)?.profit ?? 0).toBe(profit)
    expect(curve.length).toBeLessThanOrEqual(240)
    const times = curve.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
  }
}

test('returns the same pages and sums before and after segments are summed up', async () => {
  const id = await createPlayer(9_000)
  const expectSame = async (last: number) => {
    await expectPages(id, last)
    await expectSums(id, last)
  }
  await expectSame(9_000)
  await history.sumUpSegments(signal)
  expect(await summedUp(id)).toBe(8_960)
  await expectSame(9_000)
  await append(id, 9_001, 9_400)
  await expectSame(9_400)
})

test('sums up only long histories, and again after many more transactions', async () => {
  const short = await createPlayer(4_000)
  const long = await createPlayer(4_200)
  await history.sumUpSegments(AbortSignal.abort())
  expect(await summedUp(long)).toBe(0)
  await history.sumUpSegments(signal)
  expect(await summedUp(short)).toBe(0)
  expect(await summedUp(long)).toBe(4_096)
  await append(long, 4_201, 8_000)
  await history.sumUpSegments(signal)
  expect(await summedUp(long)).toBe(4_096)
  // Takes several statements, and concurrent processes.
  await append(long, 8_001, 21_000)
  await Promise.all([1, 2, 3].map(() => history.sumUpSegments(signal)))
  await history.sumUpSegments(signal)
  expect(await summedUp(long)).toBe(20_992)
  await expectPages(long, 21_000)
})

test('shows each bet of a short history as a point of the curve', async () => {
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
    profits.map((profit, minute) => ({ at: getTime(minute), profit })),
  )
})

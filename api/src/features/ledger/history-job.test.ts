import { expect, test } from 'vitest'
import type { Transaction as LedgerTransaction } from '#core/schemas/transaction.ts'
import type { TransactionsQuery } from '#core/schemas/transactions-query.ts'
import { moveCoins } from '#testing/chain/move-coins.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { historyJob } from './history-job.ts'

const server = await openTestServer()
const { history } = server.features.ledger
const job = historyJob(history)
const { signal } = new AbortController()

type Kind = Pick<LedgerTransaction, 'type' | 'gameType'>

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
function kindOf(seq: number): Kind {
  if (seq % 128 === 100) return { type: 'reset', gameType: 'Horse Race' }
  if (seq % 10 === 0) return { type: 'grant', gameType: null }
  if (seq < 20) return { type: 'raise', gameType: 'Sports Bet' }
  return { type: 'raise', gameType: 'Slot Machine' }
}

/** A player with so many transactions, all but the first by {@link kindOf}. */
async function playerWith(transactions: number): Promise<string> {
  const { id } = await server.newPlayer()
  await moveCoins(server, id, kindsOf(2, transactions))
  return id
}

function kindsOf(first: number, last: number): Kind[] {
  return Array.from({ length: last - first + 1 }, (_, n) => kindOf(first + n))
}

function expected(last: number, query: TransactionsQuery): number[] {
  const { before = last + 1, type, gameType } = query
  return Array.from({ length: last }, (_, index) => last - index)
    .filter((seq) => {
      const kind = seq === 1 ? { type: 'grant', gameType: null } : kindOf(seq)
      const isType = type === undefined || kind.type === type
      const isGame = gameType === undefined || kind.gameType === gameType
      return seq < Number(before) && isType && isGame
    })
    .slice(0, PAGE)
}

/**
 * Asks for every type with every game, from the newest and from further back.
 */
async function expectTrueAnswers(userId: string, last: number) {
  const befores = [undefined, 12, 128, 129, 130, 4_097, 8_500, last - 20]
  for (const type of TYPES) {
    for (const gameType of GAMES) {
      for (const before of befores) {
        const query = { type, gameType, before: before?.toString() }
        const page = await history.page(userId, query)
        const seqs = page.map(({ seq }) => seq)
        expect(seqs, JSON.stringify(query)).toEqual(expected(last, query))
      }
    }
  }
}

async function summedUp(userId: string): Promise<number> {
  const { rows } = await server.pool.query<{ last: string }>(
    'SELECT coalesce(max(last_seq), 0) AS last FROM history_segments WHERE user_id = $1',
    [userId],
  )
  return Number(rows[0]?.last)
}

test('a filter finds the same in a long history before it is summed up, behind that and after more', async () => {
  const id = await playerWith(9_000)
  await expectTrueAnswers(id, 9_000)
  await job.run(signal)
  expect(await summedUp(id)).toBe(8_960)
  await expectTrueAnswers(id, 9_000)
  await moveCoins(server, id, kindsOf(9_001, 9_400))
  await expectTrueAnswers(id, 9_400)
})

test('a history is summed up on when much has come since, a short one never', async () => {
  const short = await playerWith(4_000)
  const long = await playerWith(4_200)
  await job.run(signal)
  expect(await summedUp(short)).toBe(0)
  expect(await summedUp(long)).toBe(4_096)
  await moveCoins(server, long, kindsOf(4_201, 8_000))
  await job.run(signal)
  expect(await summedUp(long)).toBe(4_096)
  await moveCoins(server, long, kindsOf(8_001, 30_000))
  await job.run(signal)
  expect(await summedUp(long)).toBe(29_952)
  await expectTrueAnswers(long, 30_000)
})

test('processes that sum up the same history at once agree', async () => {
  const id = await playerWith(20_000)
  await Promise.all([1, 2, 3].map(() => job.run(signal)))
  await job.run(signal)
  expect(await summedUp(id)).toBe(19_968)
  await expectTrueAnswers(id, 20_000)
})

test('being asked to stop leaves the rest for later', async () => {
  const id = await playerWith(5_000)
  await job.run(AbortSignal.abort())
  expect(await summedUp(id)).toBe(0)
})

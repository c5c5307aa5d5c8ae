import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { transactions } from '#core/api/history.ts'
import { DAY_MS } from '#core/durations.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { readLimits } from '#testing/player/limited-player.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import type { Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { post, SHARED_PARTITION } from './ledger.store.ts'
import { stakes as stakesTable } from './ledger.table.ts'

const { clock, advance } = testClock()
const server = await openTestServer({ clock })
const { db } = server.platform
const { service: ledger, stakes } = server.modules.ledger

function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(work)
}

/** Takes a stake as the bet engine does. */
function placeStake({ id: userId }: TestPlayer, stake = 100, reserved = 190) {
  const bet = { userId, gameType: 'Horse Race' } as const
  return inTransaction(async (tx) => {
    const id = newId()
    const posting = { ...bet, id, type: 'bet', amount: -stake } as const
    const day = dayNumber(clock().getTime())
    const played = { day, staked: stake, paid: 0 }
    const { seq } = await post(tx, { ...posting, played, against: 'house' })
    await tx.insert(stakesTable).values({ ...bet, id, seq, stake, reserved })
    await tx.execute(
      sql`UPDATE global_stats SET held = held + ${reserved},
            total_bets_placed = total_bets_placed + 1,
            total_amount_wagered = total_amount_wagered + ${stake}
          WHERE id = ${SHARED_PARTITION}`,
    )
    return { id }
  })
}

function payOut(id: string, payout: number) {
  const won = { id, payout, type: 'win' } as const
  return inTransaction((tx) => stakes.settle(tx, won))
}

function refund(id: string) {
  const returned = { id, payout: 100, type: 'refund' } as const
  return inTransaction((tx) => stakes.settle(tx, returned))
}

function correct(id: string, payout: number) {
  const target = { id, payout, type: 'win' } as const
  return inTransaction((tx) => stakes.correct(tx, target))
}

async function readTransactions({ client }: TestPlayer) {
  const { body } = await client.get('/api/transactions?gameType=Horse%20Race')
  return transactions.parse(body)
}

test.each([
  ['a win', { settle: (id: string) => payOut(id, 190), type: 'win' }, 1_090],
  ['a loss', { settle: (id: string) => payOut(id, 0), type: undefined }, 900],
  ['a refund', { settle: refund, type: 'refund' }, 1_000],
])('settles a stake once by %s', async (_name, { settle, type }, balance) => {
  const player = await server.newPlayer()
  const { reserved } = await ledger.totals()
  const { id } = await placeStake(player)
  expect(await settle(id)).toEqual({ userId: player.id, balance })
  expect((await ledger.totals()).reserved).toBe(reserved)
  expect(await settle(id)).toBeUndefined()
  expect(await refund(id)).toBeUndefined()
  expect(await payOut(id, 190)).toBeUndefined()
  const transactions = await readTransactions(player)
  expect(transactions.slice(0, -1)).toMatchObject(
    type ? [{ type, metadata: { betId: id } }] : [],
  )
})

test('pays once when settled concurrently', async () => {
  const player = await server.newPlayer()
  const { id } = await placeStake(player)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 ? payOut(id, 190) : refund(id),
    ),
  )
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  expect(await readTransactions(player)).toHaveLength(2)
})

test('invalidates the balance of concurrent rounds', async () => {
  const player = await server.newPlayer()
  await flipCoin(player.client, 1)
  await ledger.reset(player.id)
  const [, ...flips] = await Promise.all([
    placeStake(player),
    ...Array.from({ length: 10 }, () => placeFlip(player.client, 95)),
  ])
  for (const { status } of flips) expect([200, 409]).toContain(status)
})

test('counts stakes and payouts on the day they are posted', async () => {
  const player = await server.newPlayer()
  const [won, returned] = [await placeStake(player), await placeStake(player)]
  expect((await readLimits(player)).today).toEqual({ staked: 200, lost: 200 })
  await refund(returned.id)
  expect((await readLimits(player)).today).toEqual({ staked: 200, lost: 100 })
  advance(DAY_MS)
  await payOut(won.id, 190)
  await placeStake(player).then(({ id }) => payOut(id, 0))
  expect((await readLimits(player)).today).toEqual({ staked: 100, lost: 0 })
})

test('counts a reversed payout as lost on the day of the reversal', async () => {
  const player = await server.newPlayer()
  const [one, other] = [await placeStake(player), await placeStake(player)]
  await payOut(one.id, 190)
  await payOut(other.id, 190)
  expect((await readLimits(player)).today).toEqual({ staked: 200, lost: 0 })
  await correct(one.id, 0)
  expect((await readLimits(player)).today).toEqual({ staked: 200, lost: 10 })
  advance(DAY_MS)
  await correct(other.id, 0)
  expect((await readLimits(player)).today).toEqual({ staked: 0, lost: 190 })
})

test('posts only the difference of a corrected payout, also when repeated', async () => {
  const player = await server.newPlayer()
  const { id } = await placeStake(player)
  await payOut(id, 0)
  for (const payout of [190, 190, 100, 0, 0, 190]) {
    const { balance, absorbed } = await correct(id, payout)
    expect({ balance, absorbed }).toEqual({
      balance: 900 + payout,
      absorbed: 0,
    })
  }
  expect(
    (await readTransactions(player)).map(({ type, amount }) => [type, amount]),
  ).toEqual([
    ['win', 190],
    ['reversal', -100],
    ['reversal', -90],
    ['win', 190],
    ['bet', -100],
  ])
})

test('limits a correction to the balance and absorbs the rest', async () => {
  const player = await server.newPlayer()
  const { id } = await placeStake(player)
  await payOut(id, 190)
  await placeStake(player, 1_040, 1_040)
  expect(await correct(id, 0)).toMatchObject({ balance: 0, absorbed: 140 })
  expect(await correct(id, 190)).toMatchObject({ balance: 50, absorbed: 0 })
})

test('refuses a payout above the balance limit until there is room', async () => {
  const player = await server.newPlayer()
  const { id } = await placeStake(player)
  await ledger.grant(player.id, MAX_COINS - 900)
  await expect(payOut(id, 190)).rejects.toMatchObject({ code: 'balance_limit' })
  await ledger.reset(player.id)
  expect(await payOut(id, 190)).toMatchObject({ balance: 1_190 })
})

test('sums possible losses by player and in total', async () => {
  const [one, other] = [await server.newPlayer(), await server.newPlayer()]
  const read = async () => {
    const { ofAll, ofPlayer } = await stakes.exposure('Horse Race', [one.id])
    return {
      ofAll,
      ofOne: ofPlayer.get(one.id),
      ofOther: ofPlayer.get(other.id),
    }
  }
  const { ofAll } = await read()
  const bets = [
    await placeStake(one),
    await placeStake(one),
    await placeStake(other),
  ]
  expect(await read()).toEqual({ ofAll: ofAll + 270, ofOne: 180 })
  for (const { id } of bets) await payOut(id, 0)
  expect(await read()).toEqual({ ofAll })
})

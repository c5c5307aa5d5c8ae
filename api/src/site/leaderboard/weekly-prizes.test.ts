import { expect, test } from 'vitest'
import {
  leaderboardAnswer,
  participationAnswer,
} from '#core/api/leaderboard.ts'
import { HOUR_MS } from '#core/durations.ts'
import { WEEKLY_PRIZES } from '#core/leaderboard/weekly-ranking.ts'
import { moveCoins } from '#testing/chain/move-coins.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { fine, TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { createModules } from '../../modules.ts'
import { createWeekCounter } from './week-counter.ts'
import { createWeeklyPrizes } from './weekly-prizes.ts'

const WEEK_MS = 7 * 24 * HOUR_MS
const PARTICIPATION = '/api/leaderboard/participation'
/** Half an hour after the end of a week. */
const { clock, advance } = testClock(new Date('2026-11-23T00:30:00Z'))
const server = await openTestServer({
  clock,
  // Stops the job, which would pay before the test does.
  open: async (platform, config) => {
    const modules = await createModules(platform, config)
    const { leaderboard } = modules
    return { ...modules, leaderboard: { ...leaderboard, jobs: [] } }
  },
})
const { db } = server.platform
const { leaderboard, ledger } = server.modules

type Coins = Parameters<typeof createWeeklyPrizes>[0]['ledger']

/** Creates a second payer that also believes it leads. */
function createPayer(changed: Partial<Coins> = {}) {
  const { service } = ledger
  return createWeeklyPrizes({
    db,
    ledger: {
      lock: (...asked) => service.lock(...asked),
      lockHouse: (tx) => service.lockHouse(tx),
      payPrize: (...asked) => service.payPrize(...asked),
      ...changed,
    },
    clock,
    onBalance: () => undefined,
  })
}
/** Counts what was played, and pays nothing. */
const count = () => createWeekCounter(db, [])(anyTerm)
const anyTerm = { guard: async () => undefined }

/** Stakes coins in the week before, of which none come back. */
async function staker(stake: number): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await ledger.service.grant(player.id, stake)
  fine(await player.client.put(PARTICIPATION, { isShown: true }))
  const at = new Date(clock().getTime() - 24 * HOUR_MS)
  const raise = { type: 'raise', gameType: 'Blackjack', at } as const
  await moveCoins(server, player.id, [{ ...raise, amount: -stake }])
  return player
}

async function readPrize({ client }: TestPlayer) {
  return participationAnswer.parse(fine(await client.get(PARTICIPATION))).prize
}

async function houseBalance() {
  return (await ledger.service.totals()).house
}

async function prizePostings() {
  const { rows } = await server.pool.query(
    "SELECT user_id AS id, amount::int, metadata FROM transactions WHERE type = 'prize' ORDER BY timestamp, amount DESC",
  )
  return rows
}

async function paid() {
  leaderboard.service.forget()
  const answer = fine(
    await new TestClient(server.origin).get('/api/leaderboard'),
  )
  return leaderboardAnswer.parse(answer).paid
}

test('pays the first three places of a week once, an hour after its end, from the house account', async () => {
  const second = await staker(6_000)
  const first = await staker(7_000)
  const third = await staker(5_000)
  await staker(4_999)
  const house = await houseBalance()
  await leaderboard.runNow()
  expect(await paid()).toBeNull()

  advance(HOUR_MS)
  await Promise.all([
    leaderboard.runNow(),
    createPayer()(anyTerm),
    createPayer()(anyTerm),
  ])
  await leaderboard.runNow()
  const [from, payout] = ['2026-11-16T00:00:00.000Z', 0]
  expect(await paid()).toEqual({
    from,
    prizes: [
      { player: first.username, stake: 7_000, payout, coins: 5_000 },
      { player: second.username, stake: 6_000, payout, coins: 3_000 },
      { player: third.username, stake: 5_000, payout, coins: 1_000 },
    ],
  })
  const week = '2026-11-16'
  expect(await readPrize(second)).toEqual({ week, place: 2, coins: 3_000 })
  expect(await houseBalance()).toBe(house - 9_000)
  expect(await prizePostings()).toEqual(
    [first, second, third].map(({ id }, at) => ({
      id,
      amount: WEEKLY_PRIZES[at],
      metadata: { week, place: at + 1 },
    })),
  )
})

test('pays nothing after a failure or without free coins, and everything later', async () => {
  advance(WEEK_MS)
  await staker(5_000)
  await staker(6_000)
  const pay = createPayer()
  await pay(anyTerm)
  expect(await prizePostings(), 'nothing is counted yet').toHaveLength(3)

  await count()
  await createPayer({ lockHouse: async () => 7_999 })(anyTerm)
  let payments = 0
  const crashing = createPayer({
    payPrize: async (...asked) => {
      payments += 1
      if (payments === 2) throw new Error('a crash')
      return ledger.service.payPrize(...asked)
    },
  })
  await expect(crashing(anyTerm)).rejects.toThrow('a crash')
  expect(await prizePostings()).toHaveLength(3)

  await createPayer({ lockHouse: async () => 8_000 })(anyTerm)
  expect(await prizePostings()).toHaveLength(5)
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import {
  type Autobet,
  type AutobetPlan,
  afterBet,
  newAutobet,
  stopAutobet,
} from './autobet.ts'

const flat: AutobetPlan = { stake: coins(10) }
const doubling: AutobetPlan = { ...flat, raiseOnLoss: 100 }
const growing: AutobetPlan = { ...flat, raiseOnWin: 50 }

/** Plays what is paid for each bet, as far as the autobet goes on. */
function play(
  plan: Partial<AutobetPlan>,
  payouts: readonly number[],
  balance = 1_000,
): Autobet {
  let autobet = newAutobet({ ...flat, ...plan }, coins(balance))
  for (const payout of payouts) {
    if (autobet.stopped) break
    const left = autobet.balance - autobet.stake + payout
    autobet = afterBet(autobet, {
      payout: coins(payout),
      balance: coins(left),
    })
  }
  return autobet
}

describe('the next stake', () => {
  test.each([
    { name: 'stays', plan: flat, payouts: [20, 0, 20], stake: 10 },
    { name: 'doubles by loss', plan: doubling, payouts: [0, 0, 0], stake: 80 },
    {
      name: 'is reset by a win',
      plan: doubling,
      payouts: [0, 0, 80],
      stake: 10,
    },
    { name: 'stays at a draw', plan: doubling, payouts: [0, 20], stake: 20 },
    { name: 'grows with wins', plan: growing, payouts: [20, 30], stake: 23 },
  ])('$name', ({ plan, payouts, stake }) => {
    expect(play(plan, payouts).stake).toBe(stake)
  })

  test('rises by at least one coin', () => {
    const plan = { stake: coins(1), raiseOnLoss: 1 }
    expect(play(plan, [0, 0, 0]).stake).toBe(4)
  })
})

describe('an autobet', () => {
  test.each<{
    is: string
    plan: Partial<AutobetPlan>
    payouts: readonly number[]
    bets: number
  }>([
    { is: 'count', plan: { count: 3 }, payouts: [20, 0, 20, 0], bets: 3 },
    {
      is: 'profit',
      plan: { stopOnProfit: 15 },
      payouts: [20, 0, 20, 20, 0],
      bets: 4,
    },
    { is: 'loss', plan: { stopOnLoss: 25 }, payouts: [0, 0, 0, 0], bets: 2 },
    {
      is: 'win',
      plan: { stopOnWin: { in: 'coins', leastHundredths: 3_000 } },
      payouts: [39, 40, 0],
      bets: 2,
    },
    {
      is: 'win',
      plan: { stopOnWin: { in: 'coins', leastHundredths: 250 } },
      payouts: [12, 13, 0],
      bets: 2,
    },
    {
      is: 'win',
      plan: { stopOnWin: { in: 'stakes', leastHundredths: 250 } },
      payouts: [34, 0, 35, 0],
      bets: 3,
    },
  ])('stops for its $is: $plan', ({ is, plan, payouts, bets }) => {
    const autobet = play(plan, payouts)
    expect(autobet).toMatchObject({ bets, stopped: { is } })
  })

  test('stops when the next bet exceeds the balance', () => {
    const autobet = play(doubling, [0, 0, 0], 60)
    expect(autobet).toMatchObject({
      bets: 2,
      balance: 30,
      stake: 40,
      stopped: { is: 'balance' },
    })
  })

  test('stops before a first bet that exceeds the balance or the loss limit', () => {
    expect(play({}, [], 9).stopped).toEqual({ is: 'balance' })
    expect(play({ stopOnLoss: 9 }, []).stopped).toEqual({ is: 'loss' })
    expect(play({ stopOnLoss: 10 }, [], 10).stopped).toBeUndefined()
  })

  test('stops for the first reason, and counts the pending bet', () => {
    const stopped = stopAutobet(play({}, [20]), { is: 'player' })
    const after = afterBet(stopped, { payout: coins(0), balance: coins(990) })
    expect(after).toMatchObject({
      bets: 2,
      profit: 0,
      stopped: { is: 'player' },
    })
    const late = stopAutobet(after, { is: 'unclear' })
    expect(late.stopped).toEqual({ is: 'player' })
  })
})

const orNone = (max: number) =>
  fc.option(fc.integer({ min: 1, max }), { nil: undefined })
const anyPlan = fc.record({
  stake: fc.integer({ min: 1, max: 100 }).map(coins),
  raiseOnWin: orNone(1_000),
  raiseOnLoss: orNone(1_000),
  count: orNone(60),
  stopOnProfit: orNone(500),
  stopOnLoss: orNone(500),
})
/** Payouts in percent of the stakes. */
const anyRun = fc.array(fc.constantFrom(0, 0, 0, 50, 100, 198, 200, 1_000), {
  maxLength: 80,
})

test('property: stays within balance, loss limit and count', () => {
  const start = fc.integer({ min: 0, max: 2_000 })
  fc.assert(
    fc.property(anyPlan, anyRun, start, (plan, run, first) => {
      let autobet = newAutobet(plan, coins(first))
      for (const percent of run) {
        if (autobet.stopped) break
        const { stake, balance, bets, profit } = autobet
        expect(stake).toBeGreaterThanOrEqual(1)
        expect(stake).toBeLessThanOrEqual(balance)
        expect(bets).toBeLessThan(plan.count ?? Number.POSITIVE_INFINITY)
        const { stopOnLoss = Number.POSITIVE_INFINITY } = plan
        expect(stake - profit).toBeLessThanOrEqual(stopOnLoss)
        const payout = coins(Math.floor((stake * percent) / 100))
        const left = coins(balance - stake + payout)
        autobet = afterBet(autobet, { payout, balance: left })
        expect(autobet.balance).toBe(first + autobet.profit)
      }
    }),
  )
})

import { describe, expect, it } from 'vitest'
import { coins } from '#core/money/coins.ts'
import {
  type AutobetForm,
  FIRST_FORM,
  planOf,
  readForm,
} from './autobet-form.ts'

const plan = (change: Partial<AutobetForm>) =>
  planOf({ ...FIRST_FORM, ...change }, coins(10))

it('begins with ten bets that stop for nothing else', () => {
  expect(plan({})).toEqual({
    stake: 10,
    count: 10,
    onWin: { is: 'reset' },
    onLoss: { is: 'reset' },
  })
})

it('reads all of its fields', () => {
  const form: AutobetForm = {
    count: '',
    profit: '50',
    loss: '200',
    win: '2,5',
    winIn: 'stakes',
    onWin: 'raise',
    onWinPercent: '10',
    onLoss: 'raise',
    onLossPercent: '100',
  }
  expect(planOf(form, coins(5))).toEqual({
    stake: 5,
    count: undefined,
    stopOnProfit: 50,
    stopOnLoss: 200,
    stopOnWin: { in: 'stakes', leastHundredths: 250 },
    onWin: { is: 'raise', percent: 10 },
    onLoss: { is: 'raise', percent: 100 },
  })
})

it('takes a part of a coin for a whole one', () => {
  expect(plan({ win: '2.5' })?.stopOnWin).toEqual({ in: 'coins', least: 3 })
})

describe('what makes no sense', () => {
  it.each([
    ['count', '0'],
    ['count', '1.5'],
    ['count', '1000001'],
    ['profit', '-5'],
    ['loss', '1e3'],
    ['loss', 'ten'],
    ['loss', '0x10'],
    ['win', '0'],
    ['win', '1.234'],
  ] as const)('is no %s: %s', (field, text) => {
    expect(plan({ [field]: text })).toBeUndefined()
    const read = readForm({ ...FIRST_FORM, [field]: text })
    expect(read).toEqual({ problems: new Set([field]) })
  })

  it.each(['', '0', '1001', '5%'])('is no percentage: %j', (onLossPercent) => {
    expect(plan({ onLoss: 'raise', onLossPercent })).toBeUndefined()
    expect(plan({ onLoss: 'reset', onLossPercent })).toBeDefined()
  })
})

it('plans nothing without a stake', () => {
  expect(planOf(FIRST_FORM, undefined)).toBeUndefined()
})

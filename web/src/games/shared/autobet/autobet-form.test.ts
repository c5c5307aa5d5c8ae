import { expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import type { Autobet, StopReason } from './autobet.ts'
import {
  type AutobetForm,
  FIRST_FORM,
  parsePlan,
  readForm,
} from './autobet-form.ts'
import { progressText, stopText } from './autobet-panel.tsx'

const plan = (change: Partial<AutobetForm>) =>
  parsePlan({ ...FIRST_FORM, ...change }, coins(10))

test('begins with ten bets that stop for nothing else', () => {
  expect(plan({})).toEqual({ stake: 10, count: 10 })
})

test('reads all of its fields', () => {
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
  expect(parsePlan(form, coins(5))).toEqual({
    stake: 5,
    count: undefined,
    stopOnProfit: 50,
    stopOnLoss: 200,
    stopOnWin: { in: 'stakes', leastHundredths: 250 },
    raiseOnWin: 10,
    raiseOnLoss: 100,
  })
})

test('plans nothing without a stake, and accepts fractions in the win limit', () => {
  expect(parsePlan(FIRST_FORM, undefined)).toBeUndefined()
  expect(plan({ win: '2.5' })?.stopOnWin).toEqual({
    in: 'coins',
    leastHundredths: 250,
  })
})

test.each([
  ['count', '0'],
  ['count', '1.5'],
  ['count', '1000001'],
  ['profit', '-5'],
  ['loss', '1e3'],
  ['loss', 'ten'],
  ['loss', '0x10'],
  ['win', '0'],
  ['win', '1.234'],
] as const)('rejects the %s %s', (field, text) => {
  expect(plan({ [field]: text })).toBeUndefined()
  const { error } = readForm({ ...FIRST_FORM, [field]: text })
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test.each(['', '0', '1001', '5%'])(
  'rejects the percentage %j',
  (onLossPercent) => {
    expect(plan({ onLoss: 'raise', onLossPercent })).toBeUndefined()
    expect(plan({ onLoss: 'reset', onLossPercent })).toBeDefined()
  },
)

const autobet: Autobet = {
  plan: {
    stake: coins(10),
    count: 100,
    stopOnProfit: 50,
    stopOnLoss: 200,
    stopOnWin: { in: 'stakes', leastHundredths: 250 },
  },
  bets: 12,
  profit: 35,
  balance: coins(1_035),
  stake: coins(1_280),
}
const endless = { ...autobet.plan, count: undefined }

test.each([
  [autobet, '12 of 100 bets, 35 coins up'],
  [{ ...autobet, profit: -1 }, '12 of 100 bets, 1 coin down'],
  [{ ...autobet, profit: 0, plan: endless }, '12 bets, even'],
])('shows its progress', (one, text) => {
  expect(progressText(one)).toBe(text)
  expect(stopText(one)).toBeUndefined()
})

test.each<[StopReason, string]>([
  [
    { is: 'loss' },
    'A bet of 1,280 could lose more than the 200 coins you allowed.',
  ],
  [{ is: 'win' }, 'One bet won 2.5 × its stake or more.'],
  [{ is: 'refused', message: 'The server says no.' }, 'The server says no.'],
])('says why it stopped: %o', (stopped, reason) => {
  const made = 'Stopped after 12 of 100 bets, 35 coins up.'
  expect(stopText({ ...autobet, stopped })).toBe(`${made} ${reason}`)
})

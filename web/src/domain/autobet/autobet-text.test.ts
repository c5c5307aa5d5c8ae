import { expect, it } from 'vitest'
import { coins } from '#core/money/coins.ts'
import type { Autobet, StopReason } from './autobet.ts'
import { progressText, stopText } from './autobet-text.ts'

const autobet: Autobet = {
  plan: {
    stake: coins(10),
    onWin: { is: 'reset' },
    onLoss: { is: 'reset' },
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

it.each([
  [autobet, '12 of 100 bets, 35 coins up'],
  [{ ...autobet, profit: -1 }, '12 of 100 bets, 1 coin down'],
  [{ ...autobet, profit: 0, plan: endless }, '12 bets, even'],
  [{ ...autobet, bets: 1, plan: endless }, '1 bet, 35 coins up'],
])('tells how far it has come', (one, text) => {
  expect(progressText(one)).toBe(text)
})

it.each<[StopReason, string]>([
  [{ is: 'count' }, 'All bets are made.'],
  [{ is: 'profit' }, 'Your profit of 50 coins is reached.'],
  [
    { is: 'loss' },
    'A bet of 1,280 could lose more than the 200 coins that you allow.',
  ],
  [{ is: 'win' }, 'One bet won 2.5 × its stake or more.'],
  [{ is: 'balance' }, 'You have less than the next bet of 1,280 coins.'],
  [{ is: 'player' }, 'You stopped it.'],
  [{ is: 'refused', message: 'The house says no.' }, 'The house says no.'],
])('says why it stopped: %o', (stopped, reason) => {
  expect(stopText({ ...autobet, stopped })).toBe(
    `Stopped after 12 of 100 bets, 35 coins up. ${reason}`,
  )
})

it('says so where it made no bet, and nothing while it goes on', () => {
  const stopped = { is: 'player' } as const
  expect(stopText({ ...autobet, bets: 0, stopped })).toBe(
    'No bet was made. You stopped it.',
  )
  expect(stopText(autobet)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { parseUnits } from '#core/deposits/deposit-coins.ts'
import type { Asset, Holdings } from './holdings.ts'
import { balanceText, largestPayment, parsePayment } from './payment.ts'

const tBNB: Asset = { symbol: 'tBNB', minimum: '0.01', coinsPerUnit: 100_000 }
const GUMBY: Asset = {
  symbol: 'GUMBY',
  address: `0x${'c0'.repeat(20)}`,
  minimum: '100',
  coinsPerUnit: 1,
}
const wei = (units: string) => parseUnits(units) ?? 0n

function holding(coin: string, token = '0'): Holdings {
  return {
    gasPrice: 1_000_000_000n,
    balances: new Map([
      ['tBNB', wei(coin)],
      ['GUMBY', wei(token)],
    ]),
  }
}

function findProblem(asset: Asset, text: string, holdings?: Holdings) {
  return parsePayment({ asset, text, holdings }).problem
}

test('states the coins of a payment', () => {
  const holdings = holding('1')
  expect(parsePayment({ asset: tBNB, text: '0.05', holdings })).toEqual({
    amountWei: wei('0.05'),
    brings: '5,000 coins',
  })
  expect(parsePayment({ asset: tBNB, text: ' .01 ', holdings })).toEqual({
    amountWei: wei('0.01'),
    brings: '1,000 coins',
  })
})

test.each([
  ['', 'Enter how much'],
  ['a lot', 'as a number'],
  ['0,05', 'as a number'],
  ['-1', 'as a number'],
  ['0.0100000000000000001', 'at most 18 decimal places'],
  ['0', 'Less than 0.01 tBNB isn’t credited'],
  ['0.009', 'Less than 0.01 tBNB isn’t credited'],
  ['100000000000000', 'more than a balance can hold'],
  ['2', 'This wallet has only 1 tBNB'],
  ['1', 'Leave a little tBNB for the network fee: you can send 0.99991'],
])('rejects %j tBNB', (text, problem) => {
  expect(findProblem(tBNB, text, holding('1'))).toContain(problem)
})

test('requires tBNB for the fee of a token payment', () => {
  expect(findProblem(GUMBY, '99', holding('1', '500'))).toContain(
    'Less than 100',
  )
  expect(findProblem(GUMBY, '501', holding('1', '500'))).toContain(
    'has only 500',
  )
  expect(findProblem(GUMBY, '500', holding('0', '500'))).toContain(
    'costs a little tBNB',
  )
  expect(findProblem(GUMBY, '500', holding('1', '500'))).toBeUndefined()
})

test('reports an empty wallet when the maximum is 0', () => {
  const empty = holding('0.00001')
  expect(findProblem(tBNB, '0', empty)).toBe('This wallet has no tBNB to send.')
  expect(findProblem(GUMBY, '0', empty)).toBe(
    'This wallet has no GUMBY to send.',
  )
})

test('skips balance checks while balances are unreadable', () => {
  expect(findProblem(tBNB, '1000')).toBeUndefined()
})

test('leaves the fee when the maximum is sent', () => {
  const largest = largestPayment(tBNB, holding('1'))
  const text = balanceText(largest)
  expect(text).toBe('0.99991')
  expect(findProblem(tBNB, text, holding('1'))).toBeUndefined()
  expect(largestPayment(tBNB, holding('0.00001'))).toBe(0n)
  expect(largestPayment(GUMBY, holding('1', '12.5'))).toBe(wei('12.5'))
})

test('rejects an amount that lacks one wei of the fee', () => {
  expect(findProblem(tBNB, '0.99994', holding('1'))).toBeUndefined()
  const aWeiMore = '0.999940000000000001'
  expect(findProblem(tBNB, aWeiMore, holding('1'))).toContain('Leave a little')

  const enough = holding('0.00018', '500')
  expect(findProblem(GUMBY, '500', enough)).toBeUndefined()
  const aWeiLess = holding('0.000179999999999999', '500')
  expect(findProblem(GUMBY, '500', aWeiLess)).toContain('costs a little tBNB')
})

test('accepts the maximum when the gas price rises a little', () => {
  const text = balanceText(largestPayment(tBNB, holding('1')))
  const dearer = { ...holding('1'), gasPrice: 1_400_000_000n }
  expect(findProblem(tBNB, text, dearer)).toBeUndefined()
})

test('rounds shown balances down', () => {
  expect(balanceText(wei('1.9999999'))).toBe('1.999999')
  expect(balanceText(0n)).toBe('0')
})

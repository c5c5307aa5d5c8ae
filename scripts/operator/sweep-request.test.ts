import { expect, test } from 'vitest'
import { SWEEP_USAGE, sweepRequest } from './sweep-request.ts'

const terms = {
  tBNB: { minimumWei: 10n ** 16n },
  GUMBY: { minimumWei: 10n ** 20n },
  POKEY: { minimumWei: 2n * 10n ** 20n },
}

test('without options everything moves that is worth a deposit', () => {
  const { isDryRun, minimums } = sweepRequest([], terms)
  expect(isDryRun).toBe(false)
  expect(Object.fromEntries(minimums)).toEqual({
    tBNB: 10n ** 16n,
    GUMBY: 10n ** 20n,
    POKEY: 2n * 10n ** 20n,
  })
})

test.each([
  [['--asset', 'POKEY'], 2n * 10n ** 20n],
  [['--asset', 'POKEY', '--minimum', '0.5'], 5n * 10n ** 17n],
  [['--minimum', '0', '--asset', 'POKEY', '--dry-run'], 0n],
])('%j is about that asset alone', (args, leastWei) => {
  const { isDryRun, minimums } = sweepRequest(args, terms)
  expect([...minimums]).toEqual([['POKEY', leastWei]])
  expect(isDryRun).toBe(args.includes('--dry-run'))
})

test.each([
  [['--asset', 'BNB']],
  [['--asset']],
  [['--minimum', '1']],
  [['--asset', 'tBNB', '--minimum', '-1']],
  [['--asset', 'tBNB', '--minimum', '1e3']],
  [['everything']],
  [['--all']],
])('%j gets the usage', (args) => {
  expect(() => sweepRequest(args, terms)).toThrow(SWEEP_USAGE)
})

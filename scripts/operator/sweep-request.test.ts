import { expect, test } from 'vitest'
import { SWEEP_USAGE, sweepRequest } from './sweep-request.ts'

test('without options everything is asked for, and no reason given', () => {
  expect(sweepRequest([])).toEqual({
    isDryRun: false,
    what: {},
    reason: undefined,
  })
})

test.each([
  [['--asset', 'POKEY'], { asset: 'POKEY' }],
  [
    ['--asset', 'POKEY', '--minimum', '0.5'],
    { asset: 'POKEY', minimum: '0.5' },
  ],
  [
    ['--minimum', '0', '--asset', 'POKEY', '--dry-run'],
    { asset: 'POKEY', minimum: '0' },
  ],
])('%j is about that asset alone', (args, what) => {
  const request = sweepRequest(args)
  expect(request.what).toEqual(what)
  expect(request.isDryRun).toBe(args.includes('--dry-run'))
})

test('a reason is taken as it is', () => {
  expect(sweepRequest(['--reason', 'The week is over.']).reason).toBe(
    'The week is over.',
  )
})

test.each([
  [['--asset', 'BNB']],
  [['--asset']],
  [['--minimum', '1']],
  [['--asset', 'tBNB', '--minimum', '-1']],
  [['--asset', 'tBNB', '--minimum', '1e3']],
  [['--reason']],
  [['everything']],
  [['--all']],
])('%j gets the usage', (args) => {
  expect(() => sweepRequest(args)).toThrow(SWEEP_USAGE)
})

import { expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import {
  dayDigest,
  NO_DIGEST,
  type PublishedDay,
  rowHash,
  withRow,
} from './log-digest.ts'

const day: PublishedDay = {
  number: 1,
  day: '2026-11-24',
  closedAt: '2026-11-25T00:00:03.000Z',
  root: 'ab'.repeat(32),
  sum: 2_000,
  jackpot: 10_000,
  players: 2,
  count: 2,
  previous: NO_DIGEST,
}

test('matches the golden log hash of two rows', () => {
  const rows = ['a', 'b'].map((id) =>
    rowHash(nobleHashes, ['transaction', 1, id, { z: null, a: [1] }]),
  )
  const log = rows.reduce(
    (before, row) => withRow(nobleHashes, before, row),
    NO_DIGEST,
  )
  expect(log).toBe(
    '7fe33ffacc52ae1ab2ab527de7570f7463dbc843a5b737dbbde3bb9baec41ba8',
  )
})

test('matches the golden digest', () => {
  expect(dayDigest(nobleHashes, day)).toBe(
    'a983fd693344a6f9e440135fe2c3b77ac3c064896a656a1b6b36e0e79970e098',
  )
})

test('changes the digest with every published member of the day', () => {
  const changes: Partial<PublishedDay>[] = [
    { number: 2 },
    { day: '2026-11-25' },
    { closedAt: '2026-11-25T00:00:03.001Z' },
    { root: 'ac'.repeat(32) },
    { sum: 2_001 },
    { jackpot: 10_001 },
    { players: 3 },
    { count: 3 },
    { previous: 'ab'.repeat(32) },
  ]
  const digests = [{}, ...changes].map((change) =>
    dayDigest(nobleHashes, { ...day, ...change }),
  )
  expect(new Set(digests).size).toBe(digests.length)
})

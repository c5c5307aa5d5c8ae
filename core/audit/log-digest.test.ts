import { expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import {
  dayDigest,
  entryHash,
  NO_DIGEST,
  NO_ENTRIES,
  withEntry,
} from './log-digest.ts'

const player = '01890a5d-ac96-774b-bcce-b302099a8057'
const entries = ['a', 'b'].map((id) => ({
  player,
  id,
  row: ['transaction', player, 1, id, { z: null, a: [1] }],
}))

function folded(list: typeof entries) {
  return list.reduce((before, entry) => {
    const hash = entryHash(nobleHashes, entry)
    return withEntry(nobleHashes, before, { id: entry.id, hash })
  }, NO_ENTRIES)
}

function digestOf(list: typeof entries, previous = NO_DIGEST, number = 1) {
  const log = { number, previous, entries: folded(list) }
  return dayDigest(nobleHashes, log)
}

test('a golden digest of two entries, and of none', () => {
  expect(folded(entries)).toEqual({
    count: 2,
    firstId: 'a',
    lastId: 'b',
    hash: '642313197af72f04d3d5baf4ebac455bae60c51680cd234eed921fba9b7adf9a',
  })
  expect(digestOf(entries)).toBe(
    'cd45d7b8be12155d18ac2689bc85e4582a7fd996859220e4e0007f75146c290d',
  )
  expect(digestOf([])).toBe(
    '599ab91cb839b03b752675719078c79b1e2c4eb1244aac0c2b1c38d9cde76584',
  )
})

test('a day depends on its rows, their order, its number and the day before', () => {
  const digests = [
    digestOf(entries),
    digestOf(entries.toReversed()),
    digestOf(entries.slice(1)),
    digestOf(entries, 'ab'.repeat(32)),
    digestOf(entries, NO_DIGEST, 2),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})

import { describe, expect, test } from 'vitest'
import { nobleHashes } from '../fairness/noble-hashes.ts'
import {
  isInChain,
  LONGEST_CHAIN,
  linkBefore,
  previousSeed,
} from './seed-chain.ts'

const LENGTH = 6
const last = { number: LENGTH, seed: nobleHashes.sha256('secret') }
const links = Array.from({ length: LENGTH + 1 }, (_, number) =>
  linkBefore(nobleHashes, last, LENGTH - number),
)
const [terminal, first, second, third] = links

describe('a seed chain', () => {
  test('has the hash of each seed’s text as the previous seed', () => {
    expect(previousSeed(nobleHashes, 'ab'.repeat(32))).toBe(
      nobleHashes.sha256('ab'.repeat(32)),
    )
    links.slice(1).forEach(({ seed }, index) => {
      expect(previousSeed(nobleHashes, seed)).toBe(links[index]?.seed)
    })
  })

  test('counts its links from the terminal hash', () => {
    expect(links.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(linkBefore(nobleHashes, last, 0)).toEqual(last)
  })
})

describe('a revealed seed', () => {
  if (!terminal || !first || !second || !third) throw new Error('no links')

  test('is verified by any earlier link', () => {
    for (const known of [terminal, first, second]) {
      expect(isInChain(nobleHashes, third, known)).toBe(true)
    }
  })

  test.each([
    ['of another race', { ...third, number: 2 }, terminal],
    ['of a later race', { ...third, number: 4 }, first],
    ['proven by itself', third, third],
    ['proven by a later link', second, third],
    ['of a chain with another end', third, { ...terminal, seed: last.seed }],
  ])('is not %s', (_what, revealed, known) => {
    expect(isInChain(nobleHashes, revealed, known)).toBe(false)
  })

  test('is rejected beyond the longest chain', () => {
    const hashes = {
      ...nobleHashes,
      sha256: () => {
        throw new Error('hashed')
      },
    }
    const far = { ...third, number: LONGEST_CHAIN + 1 }
    expect(isInChain(hashes, far, terminal)).toBe(false)
    const near = { ...third, number: LONGEST_CHAIN }
    expect(() => isInChain(hashes, near, terminal)).toThrow('hashed')
  })
})

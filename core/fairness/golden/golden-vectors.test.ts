import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { games } from '../../games/registry.ts'
import { EPOCH_SIZE, epochRootFromPath } from '../epoch.ts'
import { nobleHashes } from '../noble-hashes.ts'
import { blackjackKinds } from './blackjack-kinds.ts'
import { coinFlipKinds } from './coin-flip-kinds.ts'
import { type GoldenVectors, madeAgain } from './golden-vectors.ts'
import { hiLoKinds } from './hi-lo-kinds.ts'
import { slotKinds } from './slot-kinds.ts'

const FILES = [
  { name: 'coin-flip', kinds: coinFlipKinds },
  { name: 'slots', kinds: slotKinds },
  { name: 'blackjack', kinds: blackjackKinds },
  { name: 'hi-lo', kinds: hiLoKinds },
].map(({ name, kinds }) => {
  const file = new URL(`./${name}.json`, import.meta.url)
  const golden: GoldenVectors = JSON.parse(readFileSync(file, 'utf8'))
  return { name, kinds, golden }
})

test('every game by every rules version has its file', () => {
  const nameOf = (of: { gameType: string; rulesVersion: number }) =>
    `${of.gameType} ${of.rulesVersion}`
  const covered = FILES.map(({ golden }) => nameOf(golden))
  expect(covered.toSorted()).toEqual(games.map(nameOf).toSorted())
})

describe.each(FILES)('the file of $name', ({ golden, kinds }) => {
  test('holds a whole epoch and more', () => {
    expect(golden.rounds.length).toBeGreaterThan(EPOCH_SIZE)
  })

  test('holds rounds of every kind', () => {
    const shown = new Set(golden.rounds.flatMap(kinds.shownBy))
    expect(kinds.all.length).toBeGreaterThan(3)
    expect(kinds.all.filter((kind) => !shown.has(kind))).toEqual([])
  })

  test('is made again', () => {
    expect(madeAgain(nobleHashes, golden)).toEqual(golden)
  })

  test("leads from rounds' commitments over their paths to the root", () => {
    const { player, root, streamKey, paths } = golden.epoch
    expect(paths.length).toBeGreaterThan(1)
    for (const { nonce, path } of paths) {
      const round = golden.rounds.find(
        (one) => one.nonce === nonce && one.streamKey === streamKey,
      )
      const leaf = { player, nonce, commitment: round?.commitment ?? '' }
      expect(epochRootFromPath(nobleHashes, leaf, path)).toBe(root)
    }
  })
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coinFlip } from '../../games/coin-flip.ts'
import { EPOCH_SIZE, epochRootFromPath } from '../epoch.ts'
import { nobleHashes } from '../noble-hashes.ts'
import {
  type GoldenVectors,
  goldenEpoch,
  goldenRound,
} from './golden-vectors.ts'

const file = new URL('./coin-flip.json', import.meta.url)
const golden: GoldenVectors = JSON.parse(readFileSync(file, 'utf8'))

test('the file holds a whole epoch and more, wins and losses of both sides', () => {
  expect(golden).toMatchObject({
    gameType: coinFlip.gameType,
    rulesVersion: coinFlip.rulesVersion,
  })
  expect(golden.rounds.length).toBeGreaterThan(EPOCH_SIZE)
  const kinds = golden.rounds.map(
    ({ bet, outcome }) => `${bet.choice} ${outcome.payout > 0}`,
  )
  expect(new Set(kinds).size).toBe(4)
})

test('every round is made again', () => {
  const again = golden.rounds.map((round) => goldenRound(nobleHashes, round))
  expect(again).toEqual(golden.rounds)
})

test('the epoch is made again', () => {
  const { epoch } = golden
  const nonces = epoch.paths.map(({ nonce }) => nonce)
  expect(goldenEpoch(nobleHashes, epoch, nonces)).toEqual(epoch)
})

test("a round's commitment leads over its path to the epoch's root", () => {
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

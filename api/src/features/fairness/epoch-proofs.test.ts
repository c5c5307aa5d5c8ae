import { randomUUID } from 'node:crypto'
import { setImmediate as loopTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import { type Epoch, epochProofs } from './epoch-proofs.ts'

/** Server seeds made: a whole epoch's are {@link EPOCH_SIZE}. */
function countingHashes(): { hashes: Hashes; seedsMade: () => number } {
  let made = 0
  return {
    seedsMade: () => made,
    hashes: {
      ...nativeHashes,
      hmacSha256(key, message) {
        made += 1
        return nativeHashes.hmacSha256(key, message)
      },
    },
  }
}

function someEpoch(): Epoch {
  const streamKey = new Uint8Array(32).fill(7)
  return { player: randomUUID(), streamKey, epoch: 0 }
}

test('builds an epoch once that is asked for many times', async () => {
  const { hashes, seedsMade } = countingHashes()
  const proofs = epochProofs(hashes)
  const epoch = someEpoch()
  await Promise.all(Array.from({ length: 50 }, () => proofs.proofOf(epoch)))
  await proofs.proofOf(epoch)
  expect(seedsMade()).toBe(EPOCH_SIZE)
})

test('gives others their turns while many epochs are built', async () => {
  const { hashes, seedsMade } = countingHashes()
  const proofs = epochProofs(hashes)
  let isBuilding = true
  const built = Promise.all(
    Array.from({ length: 5 }, () => proofs.proofOf(someEpoch())),
  ).then(() => {
    isBuilding = false
  })
  let mostInATurn = 0
  while (isBuilding) {
    const before = seedsMade()
    await loopTurn()
    mostInATurn = Math.max(mostInATurn, seedsMade() - before)
  }
  await built
  expect(seedsMade()).toBe(5 * EPOCH_SIZE)
  expect(mostInATurn).toBeLessThanOrEqual(EPOCH_SIZE / 4)
})

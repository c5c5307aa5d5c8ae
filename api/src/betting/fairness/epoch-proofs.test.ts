import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import { epochProofs } from './epoch-proofs.ts'

test('builds an epoch once for concurrent requests', async () => {
  const hmacSha256 = vi.fn(nativeHashes.hmacSha256)
  const proofs = epochProofs({ ...nativeHashes, hmacSha256 })
  const streamKey = new Uint8Array(32).fill(7)
  const epoch = { player: randomUUID(), streamKey, epoch: 0 }
  await Promise.all(Array.from({ length: 50 }, () => proofs.buildProof(epoch)))
  await proofs.buildProof(epoch)
  expect(hmacSha256).toHaveBeenCalledTimes(EPOCH_SIZE)
})

import { expect } from 'vitest'
import { type Draws, drawsOf } from '#core/fairness/draws.ts'
import { epochOf } from '#core/fairness/epoch.ts'
import { serverSeedOf } from '#core/fairness/server-seed.ts'
import { nativeHashes } from '../platform/native-hashes.ts'
import type { TestApi } from './test-api.ts'
import type { TestPlayer } from './test-player.ts'

const TRIES = 1_000_000

/**
 * Sets a client seed under which the player's next round is as wanted: what
 * only the house could do, as it takes the secret server seed to know.
 */
export async function chooseNextRound(
  { services }: Pick<TestApi, 'services'>,
  player: TestPlayer,
  isWanted: (draws: Draws) => boolean,
): Promise<void> {
  const [standing] = await services.fairness.standings([player.id])
  if (!standing) throw new Error('no such player')
  const { streamKey, nonce } = standing
  const serverSeed = serverSeedOf(nativeHashes, streamKey, nonce)
  const clientSeed = Array.from({ length: TRIES }, (_, n) => `seed ${n}`).find(
    (seed) =>
      isWanted(drawsOf(nativeHashes, { serverSeed, clientSeed: seed, nonce })),
  )
  const body = { clientSeed, epoch: epochOf(nonce) }
  const answer = await player.client.put('/api/fairness/client-seed', body)
  expect(answer.status, answer.text).toBe(200)
}

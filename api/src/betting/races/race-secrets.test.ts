import { expect, test } from 'vitest'
import { openRacesServer } from '#testing/server/races-server.ts'
import { seededStreams } from '#testing/server/seeded-entropy.ts'

const SEED = 'the same for both'
const one = await openRacesServer({ getEntropy: seededStreams(SEED) })
const other = await openRacesServer({ getEntropy: seededStreams(SEED) })

async function readStreamKey(server: typeof one): Promise<Uint8Array> {
  const { id } = await server.newPlayer()
  const [state] = await server.modules.fairness.service.readPlayStates([id], {
    publish: true,
  })
  if (!state) throw new Error('no such player')
  return state.streamKey
}

test('race seeds and player keys do not depend on each other', async () => {
  const before = await one.open()
  const keys = [await readStreamKey(one), await readStreamKey(other)]
  expect(keys[0]).toEqual(keys[1])
  const behind = await other.open()
  expect(before.commitment).toBe(behind.commitment)
})

import { expect, test } from 'vitest'
import { openRacesServer } from '#testing/server/races-server.ts'
import { seededStreams } from '#testing/server/seeded-entropy.ts'

const SEED = 'the same for both'
const one = await openRacesServer({ entropyOf: seededStreams(SEED) })
const other = await openRacesServer({ entropyOf: seededStreams(SEED) })

async function streamKeyIn(server: typeof one): Promise<Uint8Array> {
  const { id } = await server.newPlayer()
  const [state] = await server.modules.fairness.service.playStates([id], {
    publish: true,
  })
  if (!state) throw new Error('no such player')
  return state.streamKey
}

test('race seeds and player keys do not depend on each other', async () => {
  const before = await one.open()
  const keys = [await streamKeyIn(one), await streamKeyIn(other)]
  expect(keys[0]).toEqual(keys[1])
  const behind = await other.open()
  expect(before.commitment).toBe(behind.commitment)
})

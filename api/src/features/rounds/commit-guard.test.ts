import { expect, test } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { cardOf } from '#core/games/cards.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const second = await server.startApi()
const HI_LO = '/api/games/hilo'

/** A player with a round of hi-lo that each of both processes has at hand. */
async function playerKnownToBoth(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  const isSeven = (draws: Draws) => cardOf(draws(0)).value === 7
  await chooseNextRound(server, player, isSeven)
  const elsewhere = player.client.at(second.origin)
  await player.client.post(`${HI_LO}/start`, { betAmount: 10 })
  expect((await elsewhere.post(`${HI_LO}/skip`, { step: 0 })).status).toBe(200)
  return player
}

test('a step is not kept that was decided before another one, though no nonce has moved', async () => {
  const player = await playerKnownToBoth()
  const elsewhere = player.client.at(second.origin)
  const next = await player.client.post(`${HI_LO}/skip`, { step: 1 })
  expect(next.body).toMatchObject({ step: 2 })
  // The other process still has the round at hand as it was.
  const stale = await elsewhere.post(`${HI_LO}/skip`, { step: 1 })
  expect(stale.status).toBe(409)
  expect(stale.body).toMatchObject({
    code: 'illegal_action',
    state: { step: 2 },
  })
  const { rows } = await server.pool.query(
    'SELECT jsonb_array_length(actions) AS steps FROM open_rounds WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([{ steps: 2 }])
})

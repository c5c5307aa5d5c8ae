import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { FLIP_PATH } from '../../testing/flip-coin.ts'
import { openTestHouse } from '../../testing/test-house.ts'

const house = await openTestHouse()

test('a bet whose commit hears nothing is refused in time, and counts once', async () => {
  const player = await house.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const bet = { choice: 'heads', betAmount: 1 }
  const flip = () => player.client.post(FLIP_PATH, bet, key)
  const holder = await house.pool.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE rounds IN SHARE MODE')

  const refused = await flip()

  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('with the same Idempotency-Key'),
  })

  await holder.query('COMMIT')
  holder.release()
  expect((await flip()).status).toBe(200)
  const { rows } = await house.pool.query(
    'SELECT count(*)::int AS rounds FROM rounds WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([{ rounds: 1 }])
})

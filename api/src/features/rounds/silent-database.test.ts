import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { FLIP_PATH, placeFlip } from '../../testing/flip-coin.ts'
import { openTestHouse } from '../../testing/test-house.ts'
import type { TestPlayer } from '../../testing/test-player.ts'

const house = await openTestHouse()

/** Has commits wait until it is called. */
async function holdCommits(): Promise<() => Promise<void>> {
  const holder = await house.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE rounds IN SHARE MODE')
  return async () => {
    await holder.query('COMMIT')
  }
}

async function roundsOf({ id }: TestPlayer): Promise<number> {
  const { rows } = await house.pool.query<{ rounds: number }>(
    'SELECT count(*)::int AS rounds FROM rounds WHERE user_id = $1',
    [id],
  )
  return rows[0]?.rounds ?? 0
}

test('a bet whose commit hears nothing is refused in time, and counts once', async () => {
  const player = await house.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const bet = { choice: 'heads', betAmount: 1 }
  const flip = () => player.client.post(FLIP_PATH, bet, key)
  const goOn = await holdCommits()

  const refused = await flip()

  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('with the same Idempotency-Key'),
  })

  await goOn()
  expect((await flip()).status).toBe(200)
  expect(await roundsOf(player)).toBe(1)
})

test('a bet that may yet be kept is not refused as not taken, whatever has changed', async () => {
  const player = await house.newPlayer()
  const goOn = await holdCommits()
  const flip = placeFlip(player.client, 1)
  await house.pool.query(
    "INSERT INTO game_pauses (game_type) VALUES ('Coin Flip')",
  )

  const { status, body } = await flip

  await goOn()
  await eventually(async () => expect(await roundsOf(player)).toBe(1))
  expect(status).toBe(503)
  expect(body).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('may have counted'),
  })
})

import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type User, user } from '#core/api/account.ts'
import { TestClient } from '#testing/server/test-client.ts'

export const PASSWORD = 'correct horse battery staple'

export type TestPlayer = User & { client: TestClient }

/** Registers a player, signed in from then on. */
export async function newPlayer(
  origin: string,
  username = `player ${randomUUID().slice(0, 8)}`,
): Promise<TestPlayer> {
  const client = new TestClient(origin)
  const answer = await client.post('/api/register', {
    username,
    password: PASSWORD,
  })
  expect(answer.status, answer.text).toBe(201)
  return { ...user.parse(answer.body), client }
}

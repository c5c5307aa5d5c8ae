import type { TestPlayer } from './test-player.ts'
import type { TestServer } from './test-server.ts'

/** A player who is an operator, signed in. */
export async function newOperator(
  server: Pick<TestServer, 'features' | 'newPlayer'>,
): Promise<TestPlayer> {
  const player = await server.newPlayer()
  const asked = { actor: { name: 'test' }, reason: 'For a test.' }
  await server.features.operators.actions.grant(asked, player.username)
  return player
}

import type { TestServer } from '#testing/server/test-server.ts'
import type { TestPlayer } from './test-player.ts'

export async function newOperator(
  server: Pick<TestServer, 'modules' | 'newPlayer'>,
): Promise<TestPlayer> {
  const player = await server.newPlayer()
  const asked = { actor: { name: 'test' }, reason: 'For a test.' }
  await server.modules.operators.actions.grant(asked, player.username)
  return player
}

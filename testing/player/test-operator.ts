import type { TestServer } from '#testing/server/test-server.ts'
import type { TestPlayer } from './test-player.ts'

export async function newOperator(
  server: Pick<TestServer, 'modules' | 'newPlayer'>,
): Promise<TestPlayer> {
  const player = await server.newPlayer()
  const by = { actor: { name: 'test' }, reason: 'For a test.' }
  await server.modules.operators.actions.grant(by, player.username)
  return player
}

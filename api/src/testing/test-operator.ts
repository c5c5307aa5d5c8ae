import type { TestHouse } from './test-house.ts'
import type { TestPlayer } from './test-player.ts'

/** A player who is an operator, signed in. */
export async function newOperator(
  house: Pick<TestHouse, 'features' | 'newPlayer'>,
): Promise<TestPlayer> {
  const player = await house.newPlayer()
  const asked = { actor: { name: 'test' }, reason: 'For a test.' }
  await house.features.operators.actions.grant(asked, player.username)
  return player
}

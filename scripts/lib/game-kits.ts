import { assert } from '#core/assert.ts'
import type { GameCall } from '#core/games/game-kit.ts'
import {
  type FoundKit,
  GAMES_FOLDER,
  gameKits,
} from '../../api/src/operator/returns/game-kits.ts'

export { type FoundKit, GAMES_FOLDER, gameKits }

/** A game whose rounds all end as they start. */
export async function plainKit(): Promise<FoundKit> {
  const plain = (await gameKits()).find(({ game }) => !game.steps)
  assert(plain !== undefined, 'there is a game of one step')
  return plain
}

/** The most requests that one round can take, none of which needs an answer. */
export async function longestBlindRound(): Promise<readonly GameCall[]> {
  const rounds = (await gameKits()).map(({ calls }) => calls.steps?.blind ?? [])
  return rounds.reduce((one, other) =>
    other.length > one.length ? other : one,
  )
}

import { type Draws, drawsOf } from '#core/fairness/draws.ts'
import type { GoldenInput } from '#core/fairness/golden/golden-vectors.ts'
import { fromHex } from '#core/fairness/hashes.ts'
import { serverSeedOf } from '#core/fairness/server-seed.ts'
import type { Action } from '#core/games/game.ts'
import type { GameKit } from '#core/games/game-kit.ts'
import { seededRandom } from '#testing/player/seeded-random.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'

/** A game and how its golden rounds are played. */
export type GoldenKit = Pick<GameKit, 'game' | 'golden'>

/** A round as its plan plays it. */
export function planned(
  kit: GoldenKit,
  input: GoldenInput,
  index: number,
): GoldenInput {
  const actions = actionsOf(kit, input, index)
  return actions.length > 0 ? { ...input, actions } : input
}

function actionsOf(
  { game, golden }: GoldenKit,
  input: GoldenInput,
  index: number,
) {
  const random = seededRandom(`${game.gameType} ${index}`)
  const draws = drawsFor(input)
  const actions: Action[] = []
  let position = game.start(input.bet, draws)
  while (!position.outcome && golden.actionOf && game.steps) {
    const turn = { index, step: actions.length, random }
    const action = golden.actionOf(position, turn)
    position = game.steps.act(position, action, draws)
    actions.push(action)
  }
  return actions
}

function drawsFor({ streamKey, nonce, clientSeed }: GoldenInput): Draws {
  const serverSeed = serverSeedOf(nativeHashes, fromHex(streamKey), nonce)
  return drawsOf(nativeHashes, { serverSeed, clientSeed, nonce })
}

import { type Draws, drawsOf } from '#core/fairness/draws.ts'
import type { GoldenKinds } from '#core/fairness/golden/golden-kinds.ts'
import type { GoldenInput } from '#core/fairness/golden/golden-vectors.ts'
import { fromHex } from '#core/fairness/hashes.ts'
import { serverSeedOf } from '#core/fairness/server-seed.ts'
import type { Action, Bet, Game, Position } from '#core/games/game.ts'
import type { Coins } from '#core/money/coins.ts'
import type { InvalidRecord } from '#core/schemas/golden-file.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import type { Forge } from './forge.ts'

/** How the golden rounds of a game are played. */
export type GoldenPlan = {
  /** Its file, beside the others in core/fairness/golden. */
  file: string
  game: Game
  /** Whose 1024 rounds come first. */
  epoch: number
  stakes: readonly number[]
  /** What is bet in the round of an index, where that is more than a stake. */
  betOf?(betAmount: Coins, index: number): Bet
  /** What is done in a round that the start does not end. */
  actionOf?(position: Position, turn: Turn): Action
  kinds: GoldenKinds
  /** Rounds picked by hand, for what chance would hardly bring. */
  chosen?: readonly { clientSeed: string; betAmount: number }[]
  /** Records that nobody may take for right. */
  invalid(forge: Forge): InvalidRecord[]
}

export type Turn = {
  /** The round's, over all of the file. */
  index: number
  /** How many actions were taken before. */
  step: number
  /** Numbers from 0 up to 1 that depend on the round's index alone. */
  random: () => number
}

/** A round as its plan plays it. */
export function planned(
  plan: GoldenPlan,
  input: GoldenInput,
  index: number,
): GoldenInput {
  const actions = actionsOf(plan, input, index)
  return actions.length > 0 ? { ...input, actions } : input
}

function actionsOf(plan: GoldenPlan, input: GoldenInput, index: number) {
  const { game } = plan
  const random = seededRandom(`${game.gameType} ${index}`)
  const draws = drawsFor(input)
  const actions: Action[] = []
  let position = game.start(input.bet, draws)
  while (!position.outcome && plan.actionOf && game.steps) {
    const turn = { index, step: actions.length, random }
    const action = plan.actionOf(position, turn)
    position = game.steps.act(position, action, draws)
    actions.push(action)
  }
  return actions
}

function drawsFor({ streamKey, nonce, clientSeed }: GoldenInput): Draws {
  const serverSeed = serverSeedOf(nativeHashes, fromHex(streamKey), nonce)
  return drawsOf(nativeHashes, { serverSeed, clientSeed, nonce })
}

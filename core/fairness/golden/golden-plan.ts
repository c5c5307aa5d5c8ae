import type { Action, Bet, Position } from '../../games/game.ts'
import type { Coins } from '../../money/coins.ts'
import type { InvalidRecord } from '../../schemas/golden-file.ts'
import type { Forge } from './forge.ts'
import type { GoldenKinds } from './golden-kinds.ts'

/** How the golden rounds of a game are played. */
export type GoldenPlan = {
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

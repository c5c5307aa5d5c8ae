import { type Luck, NO_LUCK, together } from '#core/returns/luck.ts'
import {
  type FinishedRound,
  forEachFinishedRound,
} from '../../api/src/features/rounds/finished-rounds.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'

/** Finished rounds together, in coins. */
export type Tally = {
  rounds: number
  /** Rounds that paid anything. */
  hits: number
  staked: number
  paid: number
  luck: Luck
}

export const NO_ROUNDS: Tally = {
  rounds: 0,
  hits: 0,
  staked: 0,
  paid: 0,
  luck: NO_LUCK,
}

/** What a round adds to a line of the figures. */
export type Share = { line: string; luck: Luck; paid: number }

/** Adds up all rounds that are over, as one moment shows them. */
export async function talliesOf(
  db: Database,
  sharesOf: (round: FinishedRound) => readonly Share[],
): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  await forEachFinishedRound(db, (round) =>
    addTo(tallies, round, sharesOf(round)),
  )
  return tallies
}

function addTo(
  tallies: Map<string, Tally>,
  { stake }: FinishedRound,
  shares: readonly Share[],
): void {
  for (const { line, luck, paid } of shares) {
    const before = tallies.get(line) ?? NO_ROUNDS
    tallies.set(line, {
      rounds: before.rounds + 1,
      hits: before.hits + (paid > 0 ? 1 : 0),
      staked: before.staked + stake,
      paid: before.paid + paid,
      luck: together(before.luck, luck),
    })
  }
}

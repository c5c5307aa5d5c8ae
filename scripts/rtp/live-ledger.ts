import { asc, gt } from 'drizzle-orm'
import { type Luck, NO_LUCK, together } from '#core/returns/luck.ts'
import { rounds } from '../../api/src/features/rounds/rounds.table.ts'
import type { Database } from '../../api/src/platform/db/database.ts'

const PAGE = 5_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export type LedgerRound = typeof rounds.$inferSelect

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
export function talliesOf(
  db: Database,
  sharesOf: (round: LedgerRound) => readonly Share[],
): Promise<Map<string, Tally>> {
  return db.transaction(
    async (snapshot) => {
      const tallies = new Map<string, Tally>()
      let after: string | undefined = FIRST_ID
      while (after !== undefined) {
        const page: LedgerRound[] = await snapshot
          .select()
          .from(rounds)
          .where(gt(rounds.id, after))
          .orderBy(asc(rounds.id))
          .limit(PAGE)
        for (const round of page) addTo(tallies, round, sharesOf(round))
        after = page.at(-1)?.id
      }
      return tallies
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

function addTo(
  tallies: Map<string, Tally>,
  { stake }: LedgerRound,
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

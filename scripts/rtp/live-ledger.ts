import type { PlayedRound, Share } from '#core/returns/round-shares.ts'
import { joined, NO_ROUNDS, type Tally } from '#core/returns/tally.ts'
import { forEachFinishedRound } from '../../api/src/betting/rounds/finished-rounds.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'

/** Adds up all rounds that are over, as one moment shows them, line by line. */
export async function talliesOf(
  db: Database,
  sharesOf: (round: PlayedRound) => readonly Share[],
): Promise<Map<string, Tally>> {
  const tallies = new Map<string, Tally>()
  await forEachFinishedRound(db, (round) => {
    for (const share of sharesOf(round)) {
      const line = lineOf(share)
      const before = tallies.get(line) ?? NO_ROUNDS
      tallies.set(line, joined(before, share.tally))
    }
  })
  return tallies
}

/** A game's line of the figures, or its jackpot's. */
export function lineOf({
  gameType,
  isJackpot,
}: Pick<Share, 'gameType' | 'isJackpot'>): string {
  return isJackpot ? `${gameType} jackpot` : gameType
}

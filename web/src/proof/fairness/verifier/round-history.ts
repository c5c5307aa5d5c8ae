import type { Transaction } from '#core/api/history.ts'
import { games } from '#core/games/registry.ts'
import type { FairnessApi } from './fairness-api.ts'

/** The rounds in the player's history by their ids, newest first. */
export async function* roundHistory(
  api: Pick<FairnessApi, 'bets'>,
): AsyncGenerator<string> {
  let before: number | undefined
  for (;;) {
    const page = await api.bets(before)
    for (const bet of page) if (isRound(bet)) yield bet.id
    const last = page.at(-1)?.seq
    // Who does not come nearer to the beginning never gets there.
    if (!last || last >= (before ?? Number.POSITIVE_INFINITY)) return
    before = last
  }
}

/** A step of a round that was begun before has a bet of its own. */
function isRound({ gameType, metadata }: Transaction): boolean {
  return metadata === null && games.some((one) => one.gameType === gameType)
}

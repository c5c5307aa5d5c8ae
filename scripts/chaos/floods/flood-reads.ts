import { currentGames } from '#core/games/registry.ts'
import type { Attack } from './attack.ts'
import { pipeline } from './raw-http.ts'
import { tallyOf } from './tally.ts'

/** Its open round is what reads ask for. */
const game = currentGames.find(({ choices }) => choices)
const CONNECTIONS = 4
const READS_EACH = 4_000

/** Thousands of reads of one account at once. */
export const floodReads: Attack = async ({ port, cookie }, signal) => {
  const path = `/api/games/${game?.path}`
  const read = { method: 'GET', path, headers: { cookie } }
  const reads = Array.from({ length: READS_EACH }, () => read)
  const statuses = Array.from({ length: CONNECTIONS }, () =>
    pipeline(port, reads, signal),
  )
  return tallyOf((await Promise.all(statuses)).flat())
}

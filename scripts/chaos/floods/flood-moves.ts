import { longestBlindRound } from '../../game-kits/game-kits.ts'
import type { Attack } from './attack.ts'
import { pipeline, type RawRequest } from './raw-http.ts'
import { tallyOf } from './tally.ts'

const CONNECTIONS = 4
const ROUNDS_EACH = 20

/** Steps of a long round; each takes a batch entry of its own. */
const ROUND: readonly RawRequest[] = longestBlindRound.map(
  ({ path, body }) => ({
    method: 'POST',
    path: `/api/games/${path}`,
    body: JSON.stringify(body),
  }),
)

/** Sends thousands of moves of one account at once. */
export const floodMoves: Attack = async ({ port, cookie }, signal) => {
  const moves = Array.from({ length: ROUNDS_EACH }, () => ROUND).flat()
  const requests = moves.map((one) => ({ ...one, headers: { cookie } }))
  const statuses = Array.from({ length: CONNECTIONS }, () =>
    pipeline(port, requests, signal),
  )
  return tallyOf((await Promise.all(statuses)).flat())
}

import { longestBlindRound } from '../../lib/game-kits.ts'
import type { Attack } from './attack.ts'
import { pipeline, type RawRequest } from './raw-http.ts'
import { tallyOf } from './tally.ts'

const CONNECTIONS = 4
const ROUNDS_EACH = 20

/** Every step of a long round, each of them a batch entry of its own. */
async function movesOfRound(): Promise<RawRequest[]> {
  const calls = await longestBlindRound()
  return calls.map(({ path, body }) => ({
    method: 'POST',
    path: `/api/games/${path}`,
    body: JSON.stringify(body),
  }))
}

/** Thousands of moves of one account at once. */
export const floodMoves: Attack = async ({ port, cookie }, signal) => {
  const round = await movesOfRound()
  const moves = Array.from({ length: ROUNDS_EACH }, () => round).flat()
  const requests = moves.map((one) => ({ ...one, headers: { cookie } }))
  const statuses = Array.from({ length: CONNECTIONS }, () =>
    pipeline(port, requests, signal),
  )
  return tallyOf((await Promise.all(statuses)).flat())
}

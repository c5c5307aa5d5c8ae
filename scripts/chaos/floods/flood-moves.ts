import type { Attack } from './attack.ts'
import { pipeline, type RawRequest } from './raw-http.ts'
import { tallyOf } from './tally.ts'

const CONNECTIONS = 4
const ROUNDS_EACH = 20
/** As many as a round of hi-lo allows. */
const SKIPS = 52

function move(path: string, body: object): RawRequest {
  return {
    method: 'POST',
    path: `/api/games/hilo/${path}`,
    body: JSON.stringify(body),
  }
}

/** Every step of a long round, each of them a batch entry of its own. */
function movesOfRound(): RawRequest[] {
  return [
    move('start', { betAmount: 1 }),
    ...Array.from({ length: SKIPS }, () => move('skip', {})),
    move('play', { choice: 'higher' }),
    move('cashout', {}),
  ]
}

/** Thousands of moves of one account at once. */
export const floodMoves: Attack = async ({ port, cookie }, signal) => {
  const moves = Array.from({ length: ROUNDS_EACH }, movesOfRound).flat()
  const requests = moves.map((one) => ({ ...one, headers: { cookie } }))
  const statuses = Array.from({ length: CONNECTIONS }, () =>
    pipeline(port, requests, signal),
  )
  return tallyOf((await Promise.all(statuses)).flat())
}

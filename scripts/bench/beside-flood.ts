import { assert } from '#core/assert.ts'
import { atMost, type Measure, none, rounded } from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import { startFlood } from './flood.ts'
import { gameLoad, type Load, type LoadResult, median, moveOf } from './load.ts'

const PLAYERS = 16
/** Of all players; far below the capacity of the API. */
const RATE = 320
const ROUNDS = 3
const SECONDS = 5
/** Share of the due bets; p99 means nothing with fewer answers. */
const ANSWERED_SHARE = 0.5
const BAR = 3

type Target = {
  origin: string
  /** Cookie headers; the last player floods. */
  cookies: readonly string[]
}

/**
 * Compares the wait for a bet while a player floods the API with the wait without
 * a flood. Alternates both, so that changes of machine speed affect both.
 */
export async function besideFloodRows({
  origin,
  cookies,
}: Target): Promise<Measure[]> {
  const cookie = cookies.at(-1) ?? ''
  const { calls } = coinFlipKit
  const victims: Load = {
    origin,
    cookies: cookies.slice(0, PLAYERS),
    move: moveOf(calls),
    seconds: SECONDS,
    connections: PLAYERS,
    perSecond: RATE,
  }
  const quiet: LoadResult[] = []
  const flooded: LoadResult[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(await gameLoad(victims))
    const endFlood = await startFlood({ origin, cookie })
    flooded.push(await gameLoad(victims))
    assert((await endFlood()) > 0, 'some moves of the flood are kept')
  }
  return rowsOf(quiet, flooded)
}

function rowsOf(
  quiet: readonly LoadResult[],
  flooded: readonly LoadResult[],
): Measure[] {
  const p99Of = (results: readonly LoadResult[]) =>
    Math.max(1, median(results.map(waitMs)))
  const failed = [...quiet, ...flooded].map(({ failures }) => failures)
  return [
    atMost(BAR, {
      name: 'bets_beside_a_flood',
      value: rounded(p99Of(flooded) / p99Of(quiet)),
      unit: '× p99 without it',
    }),
    none(
      'bets_failed_beside_a_flood',
      failed.reduce((sum, count) => sum + count, 0),
      'answers',
    ),
  ]
}

/** Counts unanswered bets, if many, as answered at the end of the load. */
function waitMs({ perSecond, p99Ms }: LoadResult): number {
  return perSecond < ANSWERED_SHARE * RATE ? SECONDS * 1_000 : p99Ms
}

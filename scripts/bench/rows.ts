import {
  atLeast,
  atMost,
  type Measure,
  none,
  rounded,
} from '../lib/measures.ts'
import type { Stage } from '../lib/stage.ts'
import { betLoad, type LoadResult } from './load.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const WARM_UP_SECONDS = 4
const ROUNDS = 3
const SECONDS = 5
const P99_BAR_MS = 50

const SHARE_BAR = 0.35
const ONE_PLAYER_BAR = 0.1
const CLASSIC_BAR = 5

const EMPTY_ROUTE = '× empty route'

type Target = { url: string; cookies: readonly string[] }

/**
 * Bets a second beside the empty route and beside the textbook way. What is
 * compared is loaded in turn, several times over, so that a change in the
 * machine's speed meets all of it; what is quoted is the median. The textbook
 * way comes last: it leaves the database with work that others would pay for.
 */
export async function betRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const api = await stage.startApi()
  const bench = { readyPath: '/ready' }
  const empty = await stage.startNode('scripts/bench/empty-route.ts', bench)
  const classic = await stage.startNode(
    'scripts/bench/classic-server.ts',
    bench,
  )
  const flip = `${api.url}/api/games/coinflip`
  const [base = [], ours = [], onePlayer = []] = await inTurn([
    { url: `${empty.url}/empty`, cookies },
    { url: flip, cookies },
    { url: flip, cookies: cookies.slice(0, 1) },
  ])
  const [textbook = []] = await inTurn([{ url: `${classic.url}/bet`, cookies }])
  return rowsOf({ empty: base, ours, onePlayer, classic: textbook })
}

type Results = Record<'empty' | 'ours' | 'onePlayer' | 'classic', LoadResult[]>

async function inTurn(targets: readonly Target[]): Promise<LoadResult[][]> {
  const results = targets.map((): LoadResult[] => [])
  for (const target of targets) {
    await betLoad({ ...target, seconds: WARM_UP_SECONDS })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) {
      results[index]?.push(await betLoad({ ...target, seconds: SECONDS }))
    }
  }
  return results
}

function rowsOf({ empty, ours, onePlayer, classic }: Results): Measure[] {
  const base = median(empty.map(perSecond))
  const flips = median(ours.map(perSecond))
  const flipShare = rounded(flips / base, 3)
  const oneShare = rounded(median(onePlayer.map(perSecond)) / base, 3)
  const faster = rounded(flips / median(classic.map(perSecond)))
  const p99 = median(ours.map(({ p99Ms }) => p99Ms))
  const failures = [...ours, ...onePlayer, ...classic].reduce(
    (sum, result) => sum + result.failures,
    0,
  )
  return [
    atLeast(SHARE_BAR, { name: 'bets', value: flipShare, unit: EMPTY_ROUTE }),
    speed('bets_per_second', flips),
    speed('empty_route_per_second', base),
    atMost(P99_BAR_MS, { name: 'bets_p99', value: p99, unit: 'ms' }),
    atLeast(CLASSIC_BAR, {
      name: 'bets_classic',
      value: faster,
      unit: '× textbook way',
    }),
    atLeast(ONE_PLAYER_BAR, {
      name: 'bets_one_player',
      value: oneShare,
      unit: EMPTY_ROUTE,
    }),
    none('bets_failed', failures, 'answers'),
  ]
}

/** A figure of this machine, good or bad only beside another one. */
function speed(name: string, value: number): Measure {
  const unit = 'a second'
  return { name, value: Math.round(value), unit, bar: 'as it is', ok: true }
}

function perSecond(result: LoadResult): number {
  return result.perSecond
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

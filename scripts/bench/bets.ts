import {
  asItIs,
  atLeast,
  atMost,
  type Measure,
  none,
  rounded,
} from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import type { GameKit } from '../game-kits/game-kit.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import type { Stage } from '../product/stage.ts'
import { besideFloodRows } from './beside-flood.ts'
import {
  emptyMove,
  gameLoad,
  type Load,
  type LoadResult,
  median,
  moveOf,
  textbookMove,
} from './load.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const WARM_UP_SECONDS = 4
const ROUNDS = 3
const SECONDS = 5
const P99_BAR_MS = 50

/**
 * Two shared cores reach 0.2 to 0.37, including the work of the load itself; more
 * load needs more machines.
 */
const SHARE_BAR = 0.2
const STEP_BAR = 0.15
const ONE_PLAYER_BAR = 0.1
const CLASSIC_BAR = 8

const EMPTY_ROUTE = '× empty route'

type Target = Omit<Load, 'seconds'>

/**
 * Compares bets a second with the empty route and the textbook way. Alternates the
 * targets and reports medians, so that changes of machine speed affect all. The
 * textbook way comes last, since its rows leave work for the database.
 */
export async function betRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const { url: origin } = await stage.startApi()
  const bench = { readyPath: '/ready' }
  const nothing = await stage.startNode('scripts/bench/empty-route.ts', bench)
  const textbook = await stage.startNode(
    'scripts/bench/classic-server.ts',
    bench,
  )
  const others = gameKits.filter((kit) => kit !== coinFlipKit)
  const move = moveOf(coinFlipKit.calls)
  const [empty = [], bets = [], one = [], ...played] = await inTurn([
    { origin: nothing.url, cookies, move: emptyMove },
    { origin, cookies, move },
    { origin, cookies: cookies.slice(0, 1), move },
    ...others.map((kit) => ({ origin, cookies, ...playOf(kit) })),
  ])
  const beside = await besideFloodRows({ origin, cookies })
  const [classic = []] = await inTurn([
    { origin: textbook.url, cookies, move: textbookMove },
  ])
  const games = others.map((kit, at) => ({ kit, results: played[at] ?? [] }))
  return [...rowsOf({ empty, bets, one, games, classic }), ...beside]
}

function playOf({ game, calls }: GameKit) {
  const look = game.choices && { look: `/api/games/${game.path}` }
  return { move: moveOf(calls), ...look }
}

async function inTurn(targets: readonly Target[]): Promise<LoadResult[][]> {
  const results = targets.map((): LoadResult[] => [])
  for (const target of targets) {
    await gameLoad({ ...target, seconds: WARM_UP_SECONDS })
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries()) {
      results[index]?.push(await gameLoad({ ...target, seconds: SECONDS }))
    }
  }
  return results
}

type Results = Record<'empty' | 'bets' | 'one' | 'classic', LoadResult[]> & {
  games: { kit: GameKit; results: LoadResult[] }[]
}

function rowsOf({ empty, bets, one, games, classic }: Results): Measure[] {
  const base = median(empty.map(perSecond))
  const betRate = median(bets.map(perSecond))
  const played = games.map(({ results }) => results)
  const all = [bets, one, classic, ...played].flat()

  function share(name: string, bar: number, results: LoadResult[]): Measure {
    const value = rounded(median(results.map(perSecond)) / base, 3)
    return atLeast(bar, { name, value, unit: EMPTY_ROUTE })
  }

  return [
    share('bets', SHARE_BAR, bets),
    speed('bets_per_second', betRate),
    speed('empty_route_per_second', base),
    atMost(P99_BAR_MS, {
      name: 'bets_p99',
      value: median(bets.map(({ p99Ms }) => p99Ms)),
      unit: 'ms',
    }),
    ...games.map(({ kit: { game, returns }, results }) =>
      game.choices
        ? share(`actions_${returns.name}`, STEP_BAR, results)
        : share(`bets_${returns.name}`, SHARE_BAR, results),
    ),
    atLeast(CLASSIC_BAR, {
      name: 'bets_classic',
      value: rounded(betRate / median(classic.map(perSecond))),
      unit: '× textbook way',
    }),
    share('bets_one_player', ONE_PLAYER_BAR, one),
    none(
      'bets_failed',
      all.reduce((sum, { failures }) => sum + failures, 0),
      'answers',
    ),
  ]
}

/** Returns a figure that depends on the machine. */
function speed(name: string, value: number): Measure {
  const unit = 'a second'
  return asItIs({ name, value: Math.round(value), unit })
}

function perSecond(result: LoadResult): number {
  return result.perSecond
}

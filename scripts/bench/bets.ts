import {
  atLeast,
  atMost,
  type Measure,
  none,
  withoutBar,
} from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import type { Stage } from '../product/stage.ts'
import {
  countFailures,
  createMove,
  FLIP,
  type GameLoad,
  gameLoad,
  inTurn,
  type LoadResult,
  median,
  medianRate,
} from './load.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const WARM_UP_SECONDS = 4
const ROUNDS = 3
const SECONDS = 5
const EMPTY_ROUTE = '× empty route'

/**
 * Compares bets a second with the empty route and the textbook way, which comes
 * last, since its rows leave work for the database. Two shared cores reach 0.2 to
 * 0.37 of the empty route, including the work of the load itself.
 */
export async function betRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const { url: origin } = await stage.startApi()
  const ready = { readyPath: '/ready' }
  const nothing = await stage.startNode('scripts/bench/empty-route.ts', ready)
  const server = await stage.startNode('scripts/bench/classic-server.ts', ready)
  const move = createMove(coinFlipKit.calls)
  const others = gameKits.filter((kit) => kit !== coinFlipKit)
  const createFlips = (path: string) => () => ({ path, body: FLIP })
  const [empty = [], bets = [], one = [], ...played] = await loadInTurn([
    { origin: nothing.url, cookies, move: createFlips('/empty') },
    { origin, cookies, move },
    { origin, cookies: cookies.slice(0, 1), move },
    ...others.map(({ calls, game: { choices, path } }) => ({
      origin,
      cookies,
      move: createMove(calls),
      openRound: choices && `/api/games/${path}`,
    })),
  ])
  const [classic = []] = await loadInTurn([
    { origin: server.url, cookies, move: createFlips('/bet') },
  ])

  const base = medianRate(empty)
  const rate = medianRate(bets)
  const p99Ms = median(bets.map((result) => result.p99Ms))
  const share = (name: string, bar: number, results: LoadResult[] = []) => {
    return atLeast(name, medianRate(results) / base, EMPTY_ROUTE, bar)
  }
  return [
    share('bets', 0.2, bets),
    withoutBar('bets_per_second', rate, 'a second'),
    withoutBar('empty_route_per_second', base, 'a second'),
    atMost('bets_p99', p99Ms, 'ms', 50),
    ...others.map(({ game: { choices }, returns: { name } }, at) =>
      choices
        ? share(`actions_${name}`, 0.15, played[at])
        : share(`bets_${name}`, 0.2, played[at]),
    ),
    atLeast('bets_classic', rate / medianRate(classic), '× textbook way', 8),
    share('bets_one_player', 0.1, one),
    none(
      'bets_failed',
      countFailures([bets, one, classic, ...played]),
      'answers',
    ),
  ]
}

async function loadInTurn(
  targets: readonly GameLoad[],
): Promise<LoadResult[][]> {
  const loads = (duration: number) =>
    targets.map((target) => () => gameLoad({ ...target, duration }))
  await inTurn(1, loads(WARM_UP_SECONDS))
  return inTurn(ROUNDS, loads(SECONDS))
}

import type { GameFigures, OperatorGames } from '#core/api/operator/games.ts'
import { totalCoins } from '#core/money/coins.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { judgedReturn } from '#core/returns/judged-return.ts'
import { NO_ROUNDS, type Tally } from '#core/returns/tally.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import type { SportsTotalsService } from '../../betting/sports/sports-totals.service.ts'
import { type TalliesStore, tallyIn } from './tallies.store.ts'

type ReturnsDeps = {
  store: TalliesStore
  sports: Pick<SportsTotalsService, 'sums'>
  /** Of the games of rounds, in the order in which they are told of. */
  gameTypes: readonly string[]
}

/** Gives what each game has paid back so far. */
export class GameReturnsService {
  readonly #deps: ReturnsDeps

  constructor(deps: ReturnsDeps) {
    this.#deps = deps
  }

  async figures(): Promise<OperatorGames> {
    const { gameTypes, sports, store } = this.#deps
    const [rows, cursors, sportsSums] = await Promise.all([
      store.all(),
      store.cursors(),
      sports.sums(),
    ])
    const tallyAs = (gameType: string, isJackpot: boolean) => {
      const row = rows.find(
        (one) => one.gameType === gameType && one.isJackpot === isJackpot,
      )
      return row && tallyIn(row)
    }
    const rounds = [...gameTypes, RACE_GAME_TYPE].map((gameType) =>
      figuresOf(gameType, {
        own: tallyAs(gameType, false) ?? NO_ROUNDS,
        jackpot: tallyAs(gameType, true),
      }),
    )
    const [first] = cursors
      .map(({ countedAt }) => countedAt.toISOString())
      .sort()
    return {
      games: [...rounds, { ...NO_EXPECTATION, ...sportsFigures(sportsSums) }],
      countedAt: first ?? null,
    }
  }
}

const NO_EXPECTATION = { expected: null, jackpot: null }

/** All rounds are in the jackpot's line, and those that hit it in no other. */
function figuresOf(
  gameType: string,
  { own, jackpot }: { own: Tally; jackpot: Tally | undefined },
): GameFigures {
  const all = jackpot ?? own
  return {
    gameType,
    rounds: all.rounds,
    hits: own.hits + (jackpot?.hits ?? 0),
    staked: totalCoins(all.staked),
    paid: totalCoins(own.paid + (jackpot?.paid ?? 0)),
    ...returnOf(own),
    jackpot: jackpot
      ? {
          hits: jackpot.hits,
          expectedHits: jackpot.hits - jackpot.luck.coins,
          paid: totalCoins(jackpot.paid),
          isCredible: judgedReturn(jackpot).isCredible,
        }
      : null,
  }
}

function returnOf(
  tally: Tally,
): Pick<GameFigures, 'expected' | 'returnPercent'> {
  const { paid, rounds, staked } = tally
  if (rounds === 0) return { returnPercent: null, expected: null }
  const { band, expected, isCredible, sigmas } = judgedReturn(tally)
  const percent = (some: number) => (100 * some) / staked
  return {
    returnPercent: percent(paid),
    expected: {
      returnPercent: percent(expected),
      leastPercent: percent(Math.max(0, expected - band)),
      mostPercent: percent(expected + band),
      sigmas,
      isCredible,
    },
  }
}

function sportsFigures(sums: Awaited<ReturnType<SportsTotalsService['sums']>>) {
  const { bets: rounds, hits, paid, staked } = sums
  return {
    gameType: SPORTS_GAME_TYPE,
    rounds,
    hits,
    staked: totalCoins(staked),
    paid: totalCoins(paid),
    returnPercent: staked === 0 ? null : (100 * paid) / staked,
  }
}

import pg from 'pg'
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { slotsFigures } from '#core/games/slots/slots-figures.ts'
import { playCountedRounds } from '#testing/player/counted-rounds.ts'
import { runScript } from '#testing/process/run-script.ts'
import { startTestApi, type TestApi } from '#testing/server/test-api.ts'
import { gameKits } from './lib/game-kits.ts'
import type { Measure } from './lib/measures.ts'
import { Stage } from './lib/stage.ts'
import { ledgerFigures } from './rtp/ledger-figures.ts'

const stage = new Stage()
/** Counting takes seconds: only the command does it, and has to find the same. */
const CENSUS = {
  spins: 3_200_000,
  paid: 3_040_000,
  squares: 20_522_756,
  hits: 814_400,
  largest: 50,
}
const KITS = (await gameKits()).map((kit) =>
  kit.game.jackpot ? { ...kit, returns: slotsFigures(() => CENSUS) } : kit,
)
let api: TestApi

beforeAll(async () => {
  await stage.startDatabase()
  api = await startTestApi(stage.env.DATABASE_URL, {})
})
afterAll(async () => {
  await api.close()
  await stage.close()
})

function liveFigures(): Promise<Measure[]> {
  return ledgerFigures(stage.env.DATABASE_URL, KITS)
}

/** Changes rows past their guards. */
async function forge(statement: string): Promise<void> {
  const client = new pg.Client(stage.env.DATABASE_URL)
  await client.connect()
  await client.query(`SET session_replication_role = 'replica'; ${statement}`)
  await client.end()
}

/** Has each round of a game pay more, until the test is over. */
async function payMore(gameType: string, coins: number): Promise<void> {
  const pay = `UPDATE rounds SET payout = payout + $ WHERE game_type = '${gameType}'`
  await forge(pay.replace('$', `${coins}`))
  onTestFinished(() => forge(pay.replace('$', `${-coins}`)))
}

async function redRows(): Promise<string[]> {
  const rows = await liveFigures()
  return rows.filter(({ ok }) => !ok).map(({ name }) => name)
}

test('before a round is over nothing is told of the ledger but that', async () => {
  await expect(liveFigures()).rejects.toThrow('No round is over yet.')
})

describe('a ledger with rounds of all games', () => {
  beforeAll(() => playCountedRounds(api))

  test('is told of by figures that can be counted by hand, all of them in order', async () => {
    const rows = await liveFigures()
    const figures = rows.map(({ name, value }) => [name, value])
    expect(figures).toEqual([
      ['coin_flip_live_rounds', 2],
      ['coin_flip_live_staked', 100],
      ['coin_flip_live_paid', 99],
      ['coin_flip_live_return', 99],
      ['coin_flip_live_off', 0],
      ['slots_live_rounds', 2],
      ['slots_live_staked', 40],
      ['slots_live_paid', 40],
      ['slots_live_return', 100],
      // 2 coins beside the root of 2 × 20² × (20,522,756 / 3,200,000 − 0.95²).
      ['slots_live_off', 0.03],
      ['slots_live_jackpots', 1],
      ['slots_live_jackpots_paid', 10_000],
      // A hundredth of 1040, in whole coins.
      ['slots_pot', 10_010],
      ['slots_pot_adds', 1.001],
      ['blackjack_live_rounds', 2],
      ['blackjack_live_staked', 120],
      ['blackjack_live_paid', 290],
      // 290 − 10 for doubling − 0.994296 × 110: by best play only draws count.
      ['blackjack_live_luck', 170.63],
      ['blackjack_live_off', expect.any(Number)],
      ['hi_lo_live_rounds', 2],
      ['hi_lo_live_staked', 200],
      ['hi_lo_live_paid', 184],
      // 184 − 2 × 99: each guess is worth 99 before its card.
      ['hi_lo_live_luck', -14],
      ['hi_lo_live_off', expect.any(Number)],
      ['horse_race_live_rounds', 0],
    ])
    expect(await redRows()).toEqual([])
  })

  test('is shown beside what 99 of 100 honest houses would have paid', async () => {
    const rows = await liveFigures()
    const flips = rows.find(({ name }) => name === 'coin_flip_live_return')
    // 99 ± 2.575829 × the root of 2 × 49.5², of 100.
    expect(flips?.bar).toBe('0 to 279.32 in 99 of 100 honest houses')
    const jackpots = rows.find(({ name }) => name === 'slots_live_jackpots')
    expect(jackpots?.bar).toBe('about 0.001')
  })

  test.each([
    ['Coin Flip', ['coin_flip_live_return', 'coin_flip_live_off']],
    ['Slot Machine', ['slots_live_return', 'slots_live_off']],
    ['Blackjack', ['blackjack_live_luck', 'blackjack_live_off']],
    ['Hi-Lo', ['hi_lo_live_luck', 'hi_lo_live_off']],
  ])('turns red for %s alone when that paid too much', async (game, red) => {
    await payMore(game, 1_000)
    expect(await redRows()).toEqual(red)
  })

  test('turns red when there is a jackpot too many', async () => {
    const spins = "WHERE game_type = 'Slot Machine' AND stake = 20"
    const won = `'[{"action":"jackpot","pot":10000}]'`
    await forge(`UPDATE rounds SET actions = ${won} ${spins}`)
    onTestFinished(() => forge(`UPDATE rounds SET actions = NULL ${spins}`))
    expect(await redRows()).toEqual(['slots_live_jackpots'])
  })

  test('has the command fail when a flip paid too much, all else told', async () => {
    await payMore('Coin Flip', 1_000)
    const { code, stdout, stderr } = await runScript(
      'rtp.ts',
      ['--json'],
      stage.env,
    )
    expect(code).toBe(1)
    expect(stdout, stderr).toMatch(
      /^FAIL {2}coin_flip_live_return +2099 % of the/m,
    )
    const { rows }: { rows: Measure[] } = JSON.parse(
      stdout.trim().split('\n').at(-1) ?? '',
    )
    const live = await liveFigures()
    expect(rows.slice(-live.length)).toEqual(live)
    const exact = rows.slice(0, -live.length)
    expect(exact.length).toBeGreaterThan(5)
    expect(exact.filter(({ ok }) => !ok)).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { runOn } from '#testing/database/test-database.ts'
import { chooseFlip } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { playGames } from '#testing/player/play-games.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { runScript } from '#testing/process/run-script.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import type { Measure } from './cli/measures.ts'
import { gameKits } from './game-kits/game-kits.ts'
import { compareReturns } from './rtp/compare-returns.ts'

/** Includes every spin and every deal on a busy machine. */
const COMMAND_MS = 180_000

const server = await openRacesServer()
const { databaseUrl } = server
const figures = (): Promise<Measure[]> => compareReturns(databaseUrl, gameKits)
const getValues = (rows: Measure[]) =>
  rows.map(({ name, value }) => [name, value])
const listFailed = (rows: Measure[]) =>
  rows.filter(({ ok }) => !ok).map(({ name }) => name)

/** Reads figures while guarded rows are changed. @param change has `$` for the added value */
async function whilePaid<T>(
  change: string,
  coins: number,
  read: () => Promise<T>,
): Promise<T> {
  const add = (more: number) =>
    runOn(
      databaseUrl,
      `SET session_replication_role = 'replica'; ${change.replace('$', `(${more})`)}`,
    )
  await add(coins)
  return read().finally(() => add(-coins))
}

const payMore = (gameType: string) =>
  `UPDATE rounds SET payout = payout + $ WHERE game_type = '${gameType}'`

async function bet({ client }: TestPlayer, horseId: number, amount: number) {
  const path = '/api/races/place-bet'
  const { status, text } = await client.post(path, { horseId, amount })
  expect(status, text).toBe(200)
}

test('has no figures before a round or a race with bets ends', async () => {
  await expect(figures()).rejects.toThrow('No round is over yet.')
  await server.open()
  await server.run()
  await expect(figures()).rejects.toThrow('No round is over yet.')
})

test('gives figures of all games, and flags none', async () => {
  const player = await server.newPlayer()
  for (const isWin of [true, false]) {
    await chooseFlip(server, player, { isWin })
    await flipCoin(player.client, 50)
  }
  for (const _ of [1, 2]) await playGames(player.client, { except: 'coinflip' })
  const rows = await figures()
  expect(getValues(rows)).toEqual(
    expect.arrayContaining([
      ['coin_flip_live_rounds', 2],
      ['coin_flip_live_staked', 100],
      ['coin_flip_live_paid', 99],
      ['coin_flip_live_return', 99],
      ['coin_flip_live_off', 0],
      ['slots_live_rounds', 2],
      ['slots_live_staked', 40],
      ['blackjack_live_rounds', 2],
      ['hi_lo_live_rounds', 2],
      ['horse_race_live_rounds', 0],
    ]),
  )
  expect(listFailed(rows)).toEqual([])
  // 99 ± 2.575829 × the root of 2 × 49.5², of 100.
  const { bar } = rows.find(({ name }) => name.endsWith('_return')) ?? {}
  expect(bar).toBe('0 to 279.32 in 99 of 100 honest houses')
})

test.each([
  ['Coin Flip', ['coin_flip_live_return', 'coin_flip_live_off']],
  ['Slot Machine', ['slots_live_return', 'slots_live_off']],
  ['Blackjack', ['blackjack_live_deviation', 'blackjack_live_off']],
  ['Hi-Lo', ['hi_lo_live_deviation', 'hi_lo_live_off']],
])('fails the figures of %s alone when it paid too much', async (game, red) => {
  const rows = await whilePaid(payMore(game), 1_000, figures)
  expect(listFailed(rows)).toEqual(red)
})

test('fails if jackpots are too frequent', async () => {
  const won = `'[{"action":"jackpot","pot":10000}]'::jsonb`
  const change = `UPDATE rounds SET actions = CASE WHEN $ > 0 THEN ${won} END
    WHERE game_type = 'Slot Machine' AND stake = 20`
  const rows = await whilePaid(change, 1, figures)
  expect(listFailed(rows)).toEqual(['slots_live_jackpots'])
})

test('reports races except void ones, and fails excessive payouts', async () => {
  await server.open()
  const player = await server.newPlayer()
  for (const horse of [1, 2, 3, 4]) await bet(player, horse, 5)
  await server.run()

  await server.open()
  await bet(player, 1, 300)
  await server.runVoid()

  await server.open()
  await bet(player, 1, 100)
  const { order } = await server.run()
  const paid = 19 + (order?.[0] === 1 ? 380 : 0)
  const rows = await figures()
  expect(getValues(rows.slice(-5))).toEqual([
    ['horse_race_live_rounds', 2],
    ['horse_race_live_staked', 120],
    ['horse_race_live_paid', paid],
    ['horse_race_live_return', Number(((100 * paid) / 120).toFixed(2))],
    // Distance from 95 for the one bet of 100, and the root of 380² × 3/16.
    [
      'horse_race_live_off',
      Number(((paid - 19 - 95) / (95 * Math.sqrt(3))).toFixed(2)),
    ],
  ])
  expect(listFailed(rows)).toEqual([])

  const change = `UPDATE race_bets SET payout = payout + $ WHERE id = (
    SELECT race_bets.id FROM race_bets JOIN races ON races.number = race_number
    WHERE races.status = 'settled' ORDER BY race_number DESC LIMIT 1)`
  const red = listFailed(await whilePaid(change, 100_000, figures))
  expect(red).toEqual(['horse_race_live_return', 'horse_race_live_off'])
})

test(
  'lets the command fail when a flip paid too much, all else printed',
  async () => {
    const env = { DATABASE_URL: databaseUrl }
    const [ran, live] = await whilePaid(
      payMore('Coin Flip'),
      1_000,
      async () => [await runScript('rtp.ts', ['--json'], env), await figures()],
    )
    const { code, stdout, stderr } = ran
    expect(code).toBe(1)
    expect(stdout, stderr).toMatch(
      /^FAIL {2}coin_flip_live_return +2099 % of the/m,
    )
    const lastLine = stdout.trim().split('\n').at(-1) ?? ''
    const { rows }: { rows: Measure[] } = JSON.parse(lastLine)
    expect(rows.slice(-live.length)).toEqual(live)
    const exact = rows.slice(0, -live.length)
    expect(exact.length).toBeGreaterThan(5)
    expect(listFailed(exact)).toEqual([])
  },
  COMMAND_MS,
)

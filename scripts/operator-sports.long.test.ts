import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  placedSportsBet,
  type SportsBet,
  type SportsGame,
  sportsBets,
  sportsGames,
  sportsRecord,
} from '#core/schemas/sports.ts'
import { user } from '#core/schemas/user.ts'
import { runScript } from '#testing/process/run-script.ts'
import { Stage } from './lib/stage.ts'

const stage = new Stage()
let url: string
let cookie = ''

beforeAll(async () => {
  await stage.startDatabase()
  url = (await stage.startApi()).url
  const answer = await send('/register', {
    username: 'Ada',
    password: 'a password',
  })
  const [session = ''] = answer.headers.getSetCookie()
  cookie = session.split(';')[0] ?? ''
})
afterAll(() => stage.close())

function operator(...args: string[]) {
  return runScript('operator.ts', args, stage.env)
}

function send(path: string, body: object): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
}

async function read(path: string): Promise<unknown> {
  return (await fetch(`${url}/api${path}`, { headers: { cookie } })).json()
}

/** Games that bets can be placed on, once the season has begun. */
async function openGames(): Promise<SportsGame[]> {
  const path = '/sports/games?sport=basketball_nba'
  return sportsGames
    .parse(await read(path))
    .filter(({ live, bookmakers }) => !live && bookmakers.length > 0)
}

/** Places a bet of 10 coins on the home team of an open game. */
async function placedBet(number: number): Promise<SportsBet> {
  await expect.poll(async () => (await openGames()).length).toBeGreaterThan(1)
  const game = (await openGames())[number]
  const [outcome] = game?.bookmakers[0]?.markets[0]?.outcomes ?? []
  const answer = await send('/sports/place-bet', {
    gameId: game?.id,
    teamName: outcome?.name,
    odds: outcome?.price,
    betAmount: 10,
  })
  const body = await answer.json()
  expect(answer.status, JSON.stringify(body)).toBe(200)
  return placedSportsBet.parse(body).bet
}

/** Waits until the API has settled a bet so. */
async function settledAs(
  id: string,
  status: SportsBet['status'],
): Promise<SportsBet> {
  const find = async () =>
    sportsBets.parse(await read('/sports/bets')).find((bet) => bet.id === id)
  await expect.poll(async () => (await find())?.status).toBe(status)
  const bet = await find()
  if (!bet) throw new Error('bets stay')
  return bet
}

async function balance(): Promise<number> {
  return user.parse(await read('/user')).balance
}

async function decisionsOn(bet: SportsBet) {
  const record = sportsRecord.parse(await read(`/verify/${bet.id}`))
  expect(record.gameData.note).toContain('from a secret seed')
  return record.gameData.decisions.map(({ decision, reason }) => ({
    decision,
    reason,
  }))
}

test('a void game gives the stake back', async () => {
  const before = await balance()
  const bet = await placedBet(0)
  const { home_team: home, away_team: away } = bet.game
  expect(
    await operator('sports', 'void', bet.gameId, 'Called', 'off.'),
  ).toEqual({
    code: 0,
    stdout: `${away} at ${home} is void. A running API settles its bets within seconds.\n`,
    stderr: '',
  })
  const settled = await settledAs(bet.id, 'void')
  expect(settled.payout).toBe(10)
  expect(await balance()).toBe(before)
  expect(await decisionsOn(bet)).toEqual([
    { decision: 'All bets on the game void', reason: 'Called off.' },
  ])
})

test('a game ends by the score that an operator gives, and by the last of them', async () => {
  const before = await balance()
  const bet = await placedBet(0)
  const correct = (score: string) =>
    operator('sports', 'correct', bet.gameId, score, 'The league says so.')
  expect(await correct('99-101')).toMatchObject({ code: 0 })
  await settledAs(bet.id, 'lost')
  expect(await balance()).toBe(before - 10)
  expect(await correct('101-99')).toMatchObject({ code: 0 })
  const won = await settledAs(bet.id, 'won')
  expect(won.game.scores).toEqual({ home_score: 101, away_score: 99 })
  expect(await balance()).toBe(before - 10 + (won.payout ?? 0))
  expect(
    await operator('sports', 'void', bet.gameId, 'Never', 'played.'),
  ).toMatchObject({ code: 0 })
  await settledAs(bet.id, 'void')
  expect(await balance()).toBe(before)
  expect(await decisionsOn(bet)).toHaveLength(3)
  const audit = await runScript('ledger-audit.ts', [], stage.env)
  expect(audit).toMatchObject({ code: 0 })
})

test('a game that is not there is named, with exit code 1', async () => {
  expect(await operator('sports', 'void', 'no-game', 'Gone.')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no such game.\n',
  })
})

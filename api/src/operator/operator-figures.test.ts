import { assert, beforeAll, describe, expect, test } from 'vitest'
import { operatorGames } from '#core/api/operator/games.ts'
import { operatorOverview } from '#core/api/operator/overview.ts'
import { operatorRaces } from '#core/api/operator/races.ts'
import { operatorSeries } from '#core/api/operator/series.ts'
import {
  operatorSportsBets,
  operatorSportsGames,
} from '#core/api/operator/sports.ts'
import { offeredBets } from '#testing/player/offered-bets.ts'
import { playGames } from '#testing/player/play-games.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import type { TestClient } from '#testing/server/test-client.ts'

const server = await openRacesServer()
const { client: operator } = await newOperator(server)

async function sum(query: string): Promise<number> {
  const { rows } = await server.pool.query<{ sum: string | null }>(query)
  return Number(rows[0]?.sum ?? 0)
}

async function read(path: string): Promise<unknown> {
  const answer = await operator.get(`/api/operator/${path}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

async function race(clients: readonly TestClient[]): Promise<void> {
  await server.open()
  for (const [index, client] of clients.entries()) {
    const bet = { horseId: 1 + (index % 4), amount: 30 + index }
    const answer = await client.post('/api/races/place-bet', bet)
    expect(answer.status, answer.text).toBe(200)
  }
}

async function betOnSports(client: TestClient): Promise<string> {
  const [first, second] = await offeredBets(client)
  for (const bet of [first, first, second]) {
    const stake = { ...bet, betAmount: 25 }
    const answer = await client.post('/api/sports/place-bet', stake)
    expect(answer.status, answer.text).toBe(200)
  }
  const id = encodeURIComponent(first.gameId)
  const answer = await operator.post(
    `/api/operator/sports/games/${id}/correct`,
    { home: 101, away: 99, reason: 'For a test.' },
  )
  expect(answer.status, answer.text).toBe(200)
  await eventually(async () => {
    const pending = `SELECT count(*) AS sum FROM sports_bets WHERE status = 'pending'`
    expect(await sum(pending)).toBe(1)
  })
  return first.gameId
}

/** Stakes and payouts of a game, from the ledger alone. */
function ledgerSums(gameType: string, isOver: string) {
  const moved = (types: string) =>
    `SELECT abs(sum(amount)) AS sum FROM transactions
     WHERE game_type = '${gameType}' AND type IN (${types}) AND ${isOver}`
  return { staked: moved(`'bet', 'raise'`), paid: moved(`'win'`) }
}

const OVER = {
  rounds: `id NOT IN (SELECT id FROM open_rounds)
    AND coalesce(metadata->>'roundId', '') NOT IN (SELECT id::text FROM open_rounds)`,
  bets: (table: string) =>
    `(type <> 'bet' OR id IN (SELECT id FROM ${table} WHERE status IN ('won', 'lost')))`,
}

async function figuresOfGames() {
  return operatorGames.parse(await read('games')).games
}

describe('after a day of play', () => {
  let decidedGame = ''

  beforeAll(async () => {
    const players = await server.newPlayers(2)
    const clients = players.map(({ client }) => client)
    await server.modules.operators.samples.take()
    await race(clients)
    await server.run()
    await race(clients)
    await server.runVoid()
    await race(clients)
    const [client] = clients
    assert(client)
    await playGames(client)
    await playGames(client, { isLeftOpen: true })
    decidedGame = await betOnSports(client)
    await operator.post('/api/operator/house/top-up', {
      coins: 777,
      reason: 'For a test.',
    })
  })

  test('matches returns of games with the ledger, within their range', async () => {
    const tables = new Map([
      ['Horse Race', OVER.bets('race_bets')],
      ['Sports Bet', OVER.bets('sports_bets')],
    ])
    await eventually(async () => {
      const games = await figuresOfGames()
      for (const { expected, gameType, paid, rounds, staked } of games) {
        expect(rounds, gameType).toBeGreaterThan(0)
        const sums = ledgerSums(gameType, tables.get(gameType) ?? OVER.rounds)
        expect({ gameType, paid, staked }).toEqual({
          gameType,
          paid: await sum(sums.paid),
          staked: await sum(sums.staked),
        })
        if (gameType === 'Sports Bet') expect(expected).toBeNull()
        else expect(expected?.isCredible, gameType).toBe(true)
      }
    })
  })

  test('matches every figure of the overview with the ledger', async () => {
    const { bankroll, exposure, refills, totals, ...overview } =
      operatorOverview.parse(await read('overview'))
    expect(bankroll).toMatchObject({
      house: await sum('SELECT sum(house) FROM batches'),
      jackpot: await sum('SELECT sum(jackpot) FROM batches'),
      held: exposure.rounds + exposure.sports + exposure.race,
    })
    expect(exposure).toEqual({
      rounds: await sum('SELECT sum(held) FROM open_rounds'),
      sports: await sum('SELECT sum(reserved) FROM stakes WHERE paid IS NULL'),
      race: await sum(
        `SELECT sum(held) FROM races WHERE status NOT IN ('settled', 'void')`,
      ),
    })
    expect(exposure.rounds * exposure.sports * exposure.race).toBeGreaterThan(0)
    expect(refills).toMatchObject({ lastDayCount: 1, lastDayCoins: 777 })
    expect(totals).toEqual({
      players: await sum('SELECT count(*) AS sum FROM users'),
      betsPlaced: await sum(
        `SELECT count(*) AS sum FROM transactions WHERE type = 'bet'`,
      ),
      amountWagered: await sum(
        `SELECT -sum(amount) AS sum FROM transactions WHERE type IN ('bet', 'raise')`,
      ),
    })
    expect(overview.sports).toMatchObject({
      source: 'simulated',
      pendingBets: 1,
      pendingStakes: 25,
      reserved: exposure.sports,
    })
    expect(overview.race).toMatchObject({ phase: 'open', bets: 2, lastVoid: 2 })
  })

  test('lists races with their stakes and payouts', async () => {
    const { races } = operatorRaces.parse(await read('races'))
    expect(races.map(({ status }) => status)).toEqual([
      'open',
      'void',
      'settled',
    ])
    for (const { number, paid, staked, serverSeed, status } of races) {
      const of = `FROM race_bets WHERE race_number = ${number}`
      expect({ paid, staked }).toEqual({
        paid: await sum(`SELECT sum(payout) ${of}`),
        staked: await sum(`SELECT sum(amount) AS sum ${of}`),
      })
      expect(serverSeed === null).toBe(status === 'open')
    }
    const older = operatorRaces.parse(await read('races?before=3')).races
    expect(older).toMatchObject([{ number: 2 }, { number: 1 }])
  })

  test('lists basketball games with their open stakes', async () => {
    const open = operatorSportsGames.parse(await read('sports/games')).games
    expect(open).toMatchObject([
      { bets: 1, openBets: 1, openStakes: 25, paid: 0 },
    ])
    expect(open[0]?.reserved).toBe(
      await sum('SELECT sum(reserved) FROM stakes WHERE paid IS NULL'),
    )
    const id = encodeURIComponent(decidedGame)
    const all = operatorSportsGames.parse(await read('sports/games?bets=any'))
    const distances = all.games.map(({ commenceTime }) =>
      Math.abs(Date.parse(commenceTime) - Date.now()),
    )
    expect(distances[0]).toBeLessThan(distances.at(-1) ?? 0)
    const one = await read(`sports/games?bets=any&id=${id}`)
    expect(operatorSportsGames.parse(one).games).toMatchObject([
      { id: decidedGame, openBets: 0 },
    ])
    const path = `sports/games/${id}/bets`
    const { bets } = operatorSportsBets.parse(await read(path))
    expect(bets).toHaveLength(2)
    expect(bets.every(({ status }) => status !== 'pending')).toBe(true)
  })

  test('lists one sample a minute from the first on', async () => {
    await server.modules.operators.samples.take()
    const { samples } = operatorSeries.parse(await read('series'))
    const minutes = samples.map(({ at }) => at)
    expect(new Set(minutes).size).toBe(minutes.length)
    expect(samples[0]).toMatchObject({ betsPlaced: 0, jackpot: 10_000 })
  })

  test('exports all pages of a list, safe for spreadsheets', async () => {
    for (let page = 0; page < 51; page += 1) {
      await server.pool.query(
        `INSERT INTO operator_actions (at, actor, action, target, reason)
       VALUES (now(), '=1+1', 'test', 'a, "b"', 'For a test.')`,
      )
    }
    const answer = await operator.get('/api/operator/audit-log?format=csv')
    expect(answer.headers.get('Content-Type')).toContain('text/csv')
    const [header, ...lines] = answer.text.trimEnd().split('\r\n')
    expect(header).toBe(
      'id,at,actor,actorId,actorKind,action,target,targetName,before,after,reason',
    )
    expect(lines).toHaveLength(
      await sum('SELECT count(*) AS sum FROM operator_actions'),
    )
    expect(lines[0]).toContain(`,'=1+1,,command,test,"a, ""b""",`)
  })
})

test('shows alarms about the jobs and nodes of other processes', async () => {
  const failing = {
    name: 'deposits',
    runs: 9,
    failures: 9,
    failuresInRow: 9,
    lastSuccessAt: null,
  }
  const node = { place: 1, head: 900, finalized: 600, limitPerSecond: 10 }
  const report = { jobs: [failing], nodes: [node], indexerLag: 400 }
  await server.pool.query(
    `INSERT INTO process_reports (process_id, at, report)
      VALUES (gen_random_uuid(), now(), $1)`,
    [report],
  )
  const { alarms, jobs } = operatorOverview.parse(await read('overview'))
  expect(alarms.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      'finality_stalled',
      'indexer_behind',
      'job_failing',
      'node_limited',
    ]),
  )
  expect(jobs).toContainEqual(failing)
})

import { randomUUID } from 'node:crypto'
import { assert, expect, onTestFinished, test, vi } from 'vitest'
import {
  type PlaceRaceBetAnswer,
  placeRaceBetAnswer,
  raceBetsAnswer,
  raceHistoryAnswer,
} from '#core/api/races.ts'
import { raceRecord } from '#core/evidence/race-record.ts'
import golden from '#core/fairness/golden/anchors.json' with { type: 'json' }
import type { HorseId } from '#core/race/horses.ts'
import { eventually } from '#testing/server/eventually.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import { expectTrue, parseReceipt } from '#testing/server/receipts.ts'
import type { TestClient } from '#testing/server/test-client.ts'
import { openSocket, type TestSocket } from '#testing/server/test-socket.ts'

const server = await openRacesServer()
const HORSES = [1, 2, 3, 4] as const
const BETS = '/api/races/place-bet'

async function placed(
  client: TestClient,
  horseId: HorseId,
  amount = 100,
): Promise<PlaceRaceBetAnswer> {
  const answer = await client.post(BETS, { horseId, amount })
  expect(answer.status, answer.text).toBe(200)
  return placeRaceBetAnswer.parse(answer.body)
}

test('accepts bets, runs a race by its salt and pays the winners once', async () => {
  await server.open()
  const players = await Promise.all(HORSES.map(() => server.newPlayer()))
  const bets = await Promise.all(
    players.map(({ client }, index) => placed(client, HORSES[index] ?? 1)),
  )
  expect(bets.map(({ index }) => index).toSorted()).toEqual([0, 1, 2, 3])
  expect(bets.map(({ balance }) => balance)).toEqual([900, 900, 900, 900])

  const race = await server.run()
  const winner = race.order?.[0]
  expect(await Promise.all(players.map(server.readBalance))).toEqual(
    HORSES.map((horse) => (horse === winner ? 1_280 : 900)),
  )
  const { body } = await server
    .newPlayer()
    .then(({ client }) => client.get('/api/races/history'))
  const [first] = raceHistoryAnswer.parse(body)
  expect(first).toMatchObject({
    nonce: race.number,
    gameData: { outcome: { winner } },
  })
})

test('publishes each step to all processes', async () => {
  await server.open()
  const publish = vi.spyOn(server.platform.events, 'publish')
  onTestFinished(() => publish.mockRestore())
  await server.run()
  const steps = publish.mock.calls.filter(([channel]) => channel === 'races')
  // Betting closes, the head is read, the race starts and is settled.
  expect(steps).toHaveLength(4)
})

test('serves the same anchored race record in the history and by id', async () => {
  await server.open()
  const { id } = await server.run()
  const { client } = await server.newPlayer()
  const example = golden.valid.find(({ what }) => what === 'a race')
  const { anchor } = raceRecord.parse(example?.record).gameData
  const { service } = server.modules.anchors
  const found = vi.spyOn(service, 'readAnchor').mockResolvedValue(anchor)
  const [past, alone] = await Promise.all([
    client.get('/api/races/history'),
    client.get(`/api/verify/${id}`),
  ])
  found.mockRestore()
  const { version, ...record } = Object(alone.body)
  expect(version).toBe(1)
  expect(record).toMatchObject({ gameData: { anchor } })
  expect(past.body).toContainEqual(record)
})

test('signs a receipt for each bet of a batch, and counts repeated ones once even after the race', async () => {
  await server.open()
  const players = await Promise.all(HORSES.map(() => server.newPlayer()))
  const headers = { 'Idempotency-Key': randomUUID() }
  const bet = { horseId: 1, amount: 100 }
  const place = ({ client }: { client: TestClient }) =>
    client.post(BETS, bet, headers)
  const answers = await Promise.all(players.map(place))
  for (const [at, { client, id: player }] of players.entries()) {
    const answer = answers[at] ?? assert.fail()
    const { transactionId: id } = placeRaceBetAnswer.parse(answer.body)
    const signed = parseReceipt(answer)
    expect(signed).toMatchObject({ player, id, seq: 2, balance: 900 })
    await expectTrue(client, signed)
    const again = await place({ client })
    expect(again.text).toBe(answer.text)
    const { terms, transactions } = signed
    expect(parseReceipt(again)).toMatchObject({
      id,
      seq: 2,
      terms,
      transactions,
    })
  }
  const { client } = players[0] ?? assert.fail()
  const other = await client.post(BETS, { ...bet, horseId: 4 }, headers)
  expectCode(other, 'key_reused')
  await server.run()
  expect((await place({ client })).text).toBe(answers[0]?.text)
})

test('pays a winner of a finished race once the balance has room', async () => {
  await server.open()
  const player = await server.newPlayer()
  for (const horse of HORSES) await placed(player.client, horse)
  const { cookie } = player.client
  const { next, socket } = await openSocket(server.origin, { cookie })
  const setBalance = (balance: number) =>
    server.pool.query('UPDATE users SET balance = $1 WHERE id = $2', [
      balance,
      player.id,
    ])
  const paid = async () => {
    const { rows } = await server.pool.query('SELECT paid FROM race_totals')
    return Number(rows[0]?.paid)
  }
  const before = await paid()
  await setBalance(Number.MAX_SAFE_INTEGER)
  await server.run()
  expect(await server.readBalance(player)).toBe(Number.MAX_SAFE_INTEGER)
  expect(await paid()).toBe(before)

  await setBalance(600)
  await server.open()
  await server.run()
  expect(await server.readBalance(player)).toBe(980)
  expect(await paid()).toBe(before + 380)
  const pushed: string[] = []
  for (let message = await next(); ; message = await next()) {
    if (message.type === 'bet') pushed.push(message.status)
    if (message.type === 'balance' && message.balance === 980) break
  }
  expect(pushed.toSorted()).toEqual(['lost', 'lost', 'lost', 'won'])
  socket.close()
})

test('refunds all stakes of a void race, and reveals its seed', async () => {
  const { number } = await server.open()
  const { client } = await server.newPlayer()
  const { transactionId } = await placed(client, 2, 300)
  const race = await server.runVoid()
  expect(race).toMatchObject({ number, serverSeed: expect.any(String) })
  expect(await server.readBalance({ client })).toBe(1_000)
  const { body } = await client.get(`/api/verify/${transactionId}`)
  expect(body).toMatchObject({ outcome: 'Void: 300 coins returned' })
})

test('voids a race when its salt may have been public before betting closed', async () => {
  await server.open()
  const { client } = await server.newPlayer()
  await placed(client, 2, 300)
  server.salts.isAhead = true
  await server.passTime()
  await server.reach('closed')
  server.salts.isAhead = false
  const race = await server.reach('void')
  expect(race).toMatchObject({ voidReason: 'chain_ahead', saltBlock: null })
  expect(await server.readBalance({ client })).toBe(1_000)
})

test('holds races while the chain finalizes nothing, and voids none', async () => {
  const { number } = await server.open()
  const { client } = await server.newPlayer()
  await placed(client, 2, 300)
  server.salts.isStalled = true
  await server.passTime()
  await server.reach('closed')
  await server.passTime()
  await server.tick()
  await server.tick()
  expect(await server.reach('closed')).toMatchObject({ voidReason: null })
  server.salts.isStalled = false
  await server.reach('running')
  await server.passTime()
  await server.reach('settled')
  server.salts.isStalled = true
  await server.tick()
  expect(await server.reach('settled')).toMatchObject({ number })
  server.salts.isStalled = false
})

test('leaves a race void if its salt arrives late', async () => {
  await server.open()
  const { client } = await server.newPlayer()
  await placed(client, 2, 300)
  server.salts.isAway = true
  await server.passTime()
  await server.reach('closed')
  await server.passTime()
  await eventually(async () => {
    await server.tick()
    const { rows } = await server.pool.query(
      'SELECT void_reason FROM races ORDER BY number DESC LIMIT 1',
    )
    expect(rows).toEqual([{ void_reason: 'no_block' }])
  })
  server.salts.isAway = false
  expect(await server.reach('void')).toMatchObject({ order: null })
  expect(await server.readBalance({ client })).toBe(1_000)
})

test('refuses late bets without a lookup of each', async () => {
  await server.open()
  const players = await Promise.all(HORSES.map(() => server.newPlayer()))
  const lookUp = vi.spyOn(server.modules.ledger.service, 'findAnswer')
  const placeLate = async () => {
    const late = players.map(({ client }) => {
      const headers = { 'Idempotency-Key': randomUUID() }
      return client.post(BETS, { horseId: 1, amount: 1 }, headers)
    })
    for (const answer of await Promise.all(late)) {
      expectCode(answer, 'race_running')
    }
  }
  await server.passTime()
  await placeLate()
  await server.reach('running')
  await placeLate()
  expect(lookUp).not.toHaveBeenCalled()
  lookUp.mockRestore()
  const balances = await Promise.all(players.map(server.readBalance))
  expect(balances).toEqual([1_000, 1_000, 1_000, 1_000])
  await server.passTime()
  await server.reach('settled')
})

test('shows a player their bets immediately, one row per horse, and no one else', async () => {
  await server.open()
  const { client } = await server.newPlayer()
  await Promise.all([
    placed(client, 1, 10),
    placed(client, 1, 20),
    placed(client, 4, 5),
  ])
  const { body } = await client.get('/api/races/current-bets')
  const own = raceBetsAnswer
    .parse(body)
    .toSorted((a, b) => a.horseId - b.horseId)
  expect(own).toEqual([
    { horseId: 1, amount: 30 },
    { horseId: 4, amount: 5 },
  ])
  const visitor = (await server.newPlayer()).client
  expect((await visitor.get('/api/races/current-bets')).body).toEqual([])
  await server.run()
})

test('refuses bets beyond the balance or the bankroll', async () => {
  await server.open()
  const { client, id } = await server.newPlayer()
  const poor = await client.post(BETS, { horseId: 1, amount: 1_001 })
  expect(poor).toMatchObject({ body: { code: 'insufficient_coins' } })
  const { service: ledger } = server.modules.ledger
  await ledger.grant(id, 10_000_000)
  const large = await client.post(BETS, { horseId: 1, amount: 5_000_000 })
  expectCode(large, 'house_limit')
  const { largestStake } = large.body as { largestStake: number }
  expect(largestStake).toBeGreaterThan(10_000)
  // Only one horse can win, so bets on the others cover it.
  await placed(client, 2, largestStake)
  // A bet committed during a read may count twice until the next one.
  await server.modules.engine.bankroll.follow(() => ledger.totals())
  await placed(client, 3, largestStake)
  await server.run()
})

test('pushes each step to all sockets, and the start to late ones', async () => {
  const getTypes = ({ races }: TestSocket) => races.map(({ type }) => type)
  const { commitment, id: raceId } = await server.open()
  const visitor = await openSocket(server.origin)
  await eventually(() => expect(getTypes(visitor)).toEqual(['raceState']))
  expect(visitor.races[0]).toMatchObject({ phase: 'betting', commitment })
  await server.passTime()
  const { serverSeed } = await server.reach('running')
  const late = await openSocket(server.origin)
  await eventually(() =>
    expect(getTypes(late)).toEqual(['raceState', 'raceStart']),
  )
  expect(late.races[1]).toMatchObject({ raceId, serverSeed })
  await server.passTime()
  const { order } = await server.reach('settled')
  await server.open()
  const expected = [
    'raceState',
    'raceState',
    'raceStart',
    'raceResult',
    'nextRace',
  ]
  await eventually(() => expect(getTypes(visitor)).toEqual(expected))
  expect(visitor.races[3]).toMatchObject({ void: false, winner: order?.[0] })
  for (const { socket } of [visitor, late]) socket.close()
  await server.run()
})

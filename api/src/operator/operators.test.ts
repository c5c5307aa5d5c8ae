import { expect, test } from 'vitest'
import { user } from '#core/api/account.ts'
import { OPERATOR_SCOPES, type OperatorScope } from '#core/api/endpoint.ts'
import { operatorActions } from '#core/api/operator/actions.ts'
import { operatorOverview } from '#core/api/operator/overview.ts'
import { operatorPauses } from '#core/api/operator/pauses.ts'
import {
  operatorPlayerDetails,
  operatorPlayers,
} from '#core/api/operator/players.ts'
import { SITE, TestWallet, verify } from '#testing/chain/test-wallet.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { PASSWORD, type TestPlayer } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import {
  listCalls,
  type ReferenceCall,
  send,
  servedDocument,
} from '#testing/server/reference-calls.ts'
import { type Answer, TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openSocket } from '#testing/server/test-socket.ts'
import { createOperatorLog } from './operator-log.service.ts'
import { createOperatorTokens } from './operator-tokens.service.ts'

const server = await openTestServer({ env: { PUBLIC_URL: SITE.origin } })
const second = await server.startApi({ env: { PUBLIC_URL: SITE.origin } })
const operator = await newOperator(server)
const { clock, db } = server.platform
const log = createOperatorLog(db, clock)
const tokens = createOperatorTokens(server.platform, log)
const actor = { name: 'test' }
const reason = 'A report.'

const newToken = (...scopes: OperatorScope[]) =>
  tokens.create(actor, { name: 'script', scopes, days: 1 })

function bearer({ token }: { token: string }) {
  return { Authorization: `Bearer ${token}` }
}

function sendWith(call: ReferenceCall, token: { token: string }) {
  const client = new TestClient(server.origin)
  const sending = client.send.bind(client)
  client.send = (path, init) =>
    sending(path, { ...init, headers: { ...init.headers, ...bearer(token) } })
  return send(client, call)
}

const isRefusal = (status: number, code: string) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) })
const SIGNED_OUT = isRefusal(401, 'signed_out')
const FORBIDDEN = isRefusal(403, 'forbidden')

const calls = listCalls(await servedDocument(server)).filter(({ path }) =>
  path.startsWith('/api/operator/'),
)

test('admits operators and tokens of the documented scope', async () => {
  expect(calls.length).toBeGreaterThan(10)
  const visitor = new TestClient(server.origin)
  const { client: player } = await server.newPlayer()
  for (const call of calls) {
    const { forOperators, name } = call
    expect(forOperators, name).toBe(true)
    expect(OPERATOR_SCOPES, name).toContain(call.scope)
    const scope = OPERATOR_SCOPES.find((one) => one === call.scope) ?? 'read'
    const others = OPERATOR_SCOPES.filter((one) => one !== scope)
    expect(await send(visitor, call), name).toEqual(SIGNED_OUT)
    expect(await send(player, call), name).toEqual(FORBIDDEN)
    const wrong = await sendWith(call, await newToken(...others))
    expect(wrong, name).toEqual(FORBIDDEN)
    const { status } = await sendWith(call, await newToken(scope))
    expect([401, 403], name).not.toContain(status)
  }
})

test('rejects revoked, expired, unknown and malformed tokens, even with a cookie', async () => {
  const revoked = await newToken('read')
  await tokens.revoke({ actor, reason }, revoked.id)
  const expired = await newToken('read')
  await server.pool.query(
    'UPDATE operator_tokens SET expires_at = now() WHERE id = $1',
    [expired.id],
  )
  const path = '/api/operator/overview'
  expect((await operator.client.get(path)).status).toBe(200)
  for (const header of [
    bearer(revoked),
    bearer(expired),
    bearer({ token: 'casino_unknown' }),
    { Authorization: 'Basic b3A6b3A=' },
    { Authorization: '' },
  ]) {
    expect(await operator.client.get(path, header)).toEqual(SIGNED_OUT)
  }
  const wrong = bearer(await newToken('pauses'))
  expect(await operator.client.get(path, wrong)).toEqual(FORBIDDEN)
})

test('stores only the hash of a token', async () => {
  const { token } = await newToken('read')
  const { rows } = await server.pool.query('SELECT * FROM operator_tokens')
  expect(JSON.stringify(rows)).not.toContain(token)
  const { rows: logged } = await server.pool.query(
    'SELECT * FROM operator_actions',
  )
  expect(JSON.stringify(logged)).not.toContain(token)
})

async function act(path: string, body: object): Promise<Answer> {
  return operator.client.post(`/api/operator/${path}`, body)
}

async function lastActions(query = {}) {
  const { body } = await operator.client.get(
    `/api/operator/audit-log?${new URLSearchParams(query)}`,
  )
  return operatorActions.parse(body).actions
}

async function signIn({ username }: TestPlayer, origin = server.origin) {
  const client = new TestClient(origin)
  const credentials = { username, password: PASSWORD }
  return client.post('/api/login', credentials)
}

test('lets a token freeze players but not operators, and logs the token', async () => {
  const token = await newToken('players')
  const freeze = (id: string) =>
    new TestClient(server.origin).post(
      `/api/operator/players/${id}/freeze`,
      { reason },
      bearer(token),
    )
  const player = await server.newPlayer()
  expect((await freeze(player.id)).status).toBe(200)
  expect(await freeze(operator.id)).toEqual(FORBIDDEN)
  const [done] = await lastActions()
  expect(done).toMatchObject({ actorId: token.id, actorKind: 'token' })
  await act(`players/${player.id}/unfreeze`, { reason })
  const [undone] = await lastActions()
  expect(undone).toMatchObject({ actorId: operator.id, actorKind: 'account' })
})

test.each(['\0', '\ud800'])(
  'refuses the text %j, which PostgreSQL cannot store',
  async (text) => {
    const { id } = await server.newPlayer()
    for (const { status } of await Promise.all([
      act(`players/${id}/freeze`, { reason: `Why ${text}` }),
      act('pauses', { gameType: 'Coin Flip', notice: text, reason }),
      act(`sports/games/${encodeURIComponent('\0')}/void`, { reason }),
      operator.client.get('/api/operator/players?search=%00'),
      operator.client.get('/api/operator/sports/games?before=%00'),
      operator.client.post('/api/sports/place-bet', {
        gameId: text,
        teamName: 'Utah Jazz',
        odds: -110,
        betAmount: 10,
      }),
    ])) {
      expect(status).toBe(400)
    }
  },
)

test('refuses bets on a paused game at once, and logs who paused it and why', async () => {
  const { client } = await server.newPlayer()
  const gameType = 'Coin Flip'
  const paused = await act('pauses', { gameType, notice: 'Soon.', reason })
  expect(operatorPauses.parse(paused.body).paused).toEqual([
    { gameType, reason: 'Soon.' },
  ])
  expect(await placeFlip(client, 1)).toEqual(isRefusal(503, 'paused'))
  const open = await act('pauses/end', { gameType, reason: 'Mended.' })
  expect(operatorPauses.parse(open.body).paused).toEqual([])
  expect((await placeFlip(client, 1)).status).toBe(200)
  const [end, begin] = await lastActions()
  expect(begin).toMatchObject({
    actor: operator.username,
    action: 'pause',
    target: gameType,
    before: null,
    after: { gameType, reason: 'Soon.' },
    reason,
  })
  expect(end).toMatchObject({ action: 'resume', reason: 'Mended.' })
  expect(await act('pauses/end', { gameType, reason })).toEqual(
    isRefusal(404, 'not_found'),
  )
  expect((await lastActions())[0]).toEqual(end)
})

test('signs a frozen player out everywhere, until the account is unfrozen', async () => {
  const player = await server.newPlayer()
  const elsewhere = player.client.at(second.origin)
  expect((await elsewhere.get('/api/user')).status).toBe(200)
  const { cookie } = player.client
  const tabs = [
    await openSocket(server.origin, { cookie, origin: SITE.origin }),
    await openSocket(second.origin, { cookie, origin: SITE.origin }),
  ]
  const frozen = await act(`players/${player.id}/freeze`, { reason })
  expect(frozen.body).toMatchObject({ frozen: { reason } })
  for (const tab of tabs) {
    expect(await tab.next()).toMatchObject({ type: 'frozen', reason })
    expect((await tab.closed).code).toBe(4401)
  }
  expect(await placeFlip(player.client, 1)).toEqual(SIGNED_OUT)
  await expect
    .poll(async () => (await elsewhere.get('/api/user')).status)
    .toBe(401)
  expectCode(await signIn(player), 'account_frozen', { reason })
  const details = await operator.client.get(
    `/api/operator/players/${player.id}`,
  )
  expect(operatorPlayerDetails.parse(details.body)).toMatchObject({
    player: { frozen: { reason } },
    wallet: null,
    sessions: [],
  })
  await act(`players/${player.id}/unfreeze`, { reason: 'A mistake.' })
  expect((await signIn(player)).status).toBe(200)
  const [end, begin] = await lastActions()
  expect(begin).toMatchObject({
    action: 'freeze',
    targetName: player.username,
    before: { frozen: null },
  })
  expect(end).toMatchObject({ action: 'unfreeze', after: { frozen: null } })
})

test('refuses wallets and pending sign-ins of a frozen account', async () => {
  const wallet = new TestWallet()
  const client = new TestClient(server.origin)
  const signedIn = await verify(client, await wallet.prove(client))
  const { id } = user.parse(signedIn.body)
  await act(`players/${id}/freeze`, { reason })
  const again = new TestClient(server.origin)
  expect(await verify(again, await wallet.prove(again))).toEqual(
    isRefusal(403, 'account_frozen'),
  )
  const started = server.pool.query(
    `INSERT INTO session (sid, sess, expire)
     VALUES ('late', json_build_object('userId', $1::text, 'signInVersion', 0), now() + interval '1 day')`,
    [id],
  )
  await expect(started).rejects.toThrow(/was overtaken/)
})

test('finds players by the start of their names, with the profit of their bets', async () => {
  const player = await server.newPlayer('100% Gumby_7')
  const { payout } = await flipCoin(player.client, 70)
  await player.client.post('/api/games/hilo/start', { betAmount: 30 })
  const search = (text: string) => readIds({ search: text })
  expect(await search('100% gumby')).toEqual([player.id])
  expect(await search('100% gumby_')).toEqual([player.id])
  expect(await search('100_')).toEqual([])
  expect(await search('%')).toEqual([])
  const { body } = await operator.client.get('/api/operator/players')
  expect(operatorPlayers.parse(body).players[0]).toMatchObject({
    id: player.id,
    profit: payout - 70,
    openStakes: 30,
  })
})

async function readIds(query: Record<string, string>): Promise<string[]> {
  const { body } = await operator.client.get(
    `/api/operator/players?${new URLSearchParams(query)}`,
  )
  return operatorPlayers.parse(body).players.map(({ id }) => id)
}

test('lists frozen players alone, and orders players by their last bet', async () => {
  const bettor = await server.newPlayer()
  await flipCoin(bettor.client, 10)
  const { id } = await server.newPlayer()
  await act(`players/${id}/freeze`, { reason })
  const [newestFrozen] = await readIds({ state: 'frozen' })
  expect(newestFrozen).toBe(id)
  expect(await readIds({ state: 'frozen' })).not.toContain(bettor.id)
  const order = 'last_bet'
  const [first, ...next] = await readIds({ order })
  expect(first).toBe(bettor.id)
  expect(next).toContain(id)
  expect(await readIds({ order, before: bettor.id })).toEqual(next)
})

test('finds actions by operator, action, target and name of the target', async () => {
  const { id, username } = await server.newPlayer()
  await act(`players/${id}/freeze`, { reason })
  const target = `player ${id}`
  for (const search of [operator.username, 'FREEZ', target, username]) {
    const [newest] = await lastActions({ search })
    expect(newest).toMatchObject({ action: 'freeze', target })
  }
  expect(await lastActions({ search: 'reez' })).toEqual([])
  expect(await lastActions({ target })).toHaveLength(1)
})

test('returns the last ledger audit', async () => {
  const path = '/api/operator/ledger-audit'
  const { body: audit } = await operator.client.post(path)
  expect(audit).toMatchObject({ findings: [] })
  expect((await operator.client.get(path)).body).toEqual({ audit })
})

test('moves exactly the coins of a top-up', async () => {
  const read = async () => {
    const { body } = await operator.client.get('/api/operator/overview')
    return operatorOverview.parse(body)
  }
  const { alarms, bankroll: before, jobs } = await read()
  expect(jobs.map(({ name }) => name)).toContain('pauses')
  expect(alarms).toEqual([])
  await act('house/top-up', { coins: 5_000, reason })
  const house = before.house + 5_000
  expect((await read()).bankroll.house).toBe(house)
  expect((await lastActions())[0]).toMatchObject({
    action: 'top_up',
    before: { house: before.house },
    after: { house },
  })
})

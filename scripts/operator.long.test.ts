import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScript } from '#testing/process/run-script.ts'
import { openPool } from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { Stage } from './lib/stage.ts'

const stage = new Stage()
let apiUrl: string

beforeAll(async () => {
  await stage.startDatabase()
  apiUrl = (await stage.startApi()).url
})
afterAll(() => stage.close())

// As a .env may name a chain, without a deployment and out of reach.
function operator(...args: string[]) {
  return runScript('operator.ts', args, {
    ...stage.env,
    RPC_URL: 'http://127.0.0.1:1',
  })
}

async function post(path: string, headers = {}): Promise<Response> {
  return fetch(`${apiUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: 'Ada', password: 'a password' }),
  })
}

test('a player becomes an operator, with no chain in reach', async () => {
  await post('/register')
  const { code, stdout, stderr } = await operator('grant', 'ADA')
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: 'ADA is an operator now.\n',
    stderr: '',
  })
  expect(await (await post('/login')).json()).toMatchObject({
    role: 'operator',
  })
})

test('who does not exist is named, with exit code 1', async () => {
  expect(await operator('grant', 'nobody')).toMatchObject({
    code: 1,
    stderr: 'There is no player nobody.\n',
  })
})

test('the house is granted coins, and nothing else moves', async () => {
  expect(await operator('top-up', '5')).toMatchObject({
    code: 0,
    stdout: 'The house has 100005 coins now.\n',
  })
  const audit = await runScript('ledger-audit.ts', [], stage.env)
  expect(audit).toMatchObject({ code: 0 })
})

async function pausedGames(): Promise<unknown> {
  const pool = openPool(stage.env.DATABASE_URL, makeLogger('silent'))
  const { rows } = await pool.query('SELECT game_type, reason FROM game_pauses')
  await pool.end()
  return rows
}

test('a game is paused with a reason, and resumed', async () => {
  expect(await operator('pause', 'coinflip', 'New', 'coins.')).toMatchObject({
    code: 0,
    stdout: 'Coin Flip is paused in every process within a second.\n',
  })
  const paused = { game_type: 'Coin Flip', reason: 'New coins.' }
  expect(await pausedGames()).toEqual([paused])
  expect(await operator('resume', 'Coin', 'Flip')).toMatchObject({
    code: 0,
    stdout: 'Coin Flip is open again in every process within a second.\n',
  })
  expect(await pausedGames()).toEqual([])
})

test('what is no game, or not paused, is said', async () => {
  expect(await operator('pause', 'roulette')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The games are coinflip \(or "Coin Flip"\), /,
    ),
  })
  expect(await operator('resume', 'coinflip')).toMatchObject({
    code: 1,
    stderr: 'Coin Flip was not paused.\n',
  })
})

test('a token opens the API for its scopes, and for nothing once it is revoked', async () => {
  const asked = [
    'token',
    'create',
    'nightly',
    '--scopes',
    'read',
    '--days',
    '1',
  ]
  const { code, stdout } = await operator(...asked)
  expect(code).toBe(0)
  const token = /^casino_\S+$/m.exec(stdout)?.[0]
  const id = /[0-9a-f-]{36}/.exec(stdout)?.[0] ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const overview = () => fetch(`${apiUrl}/api/operator/overview`, { headers })
  expect((await overview()).status).toBe(200)
  const paused = await post('/operator/pauses', headers)
  expect(paused.status).toBe(403)
  expect((await operator('token', 'list')).stdout).toMatch(
    new RegExp(`^${id}  nightly  read  until `, 'm'),
  )
  expect(
    await operator('token', 'revoke', id, 'No longer used.'),
  ).toMatchObject({ code: 0, stdout: 'The token nightly counts no more.\n' })
  expect((await overview()).status).toBe(401)
  expect(await operator('token', 'revoke', id, 'Again.')).toMatchObject({
    code: 1,
    stderr: 'There is no such token in use.\n',
  })
})

test('a player is frozen and let in again, and the audit log tells of it', async () => {
  expect(
    await operator('freeze', 'ada', 'Bets', 'by', 'script.'),
  ).toMatchObject({
    code: 0,
    stdout: 'ada is signed out everywhere within seconds, and kept out.\n',
  })
  expect((await post('/login')).status).toBe(403)
  expect(await operator('unfreeze', 'ada', 'A mistake.')).toMatchObject({
    code: 0,
  })
  expect((await post('/login')).status).toBe(200)
  const { stdout } = await operator('audit-log')
  expect(stdout).toMatch(/unfreeze {2}player \S+ {2}A mistake\.\n.* freeze /)
  expect(stdout).toContain('top_up  house  By the command line.')
})

test.each([[['token']], [['token', 'create', 'all', '--scopes', 'all']]])(
  '%j gets the usage of tokens',
  async (args) => {
    expect(await operator(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^npm run operator -- token create/),
    })
  },
)

test.each([[[]], [['grant']], [['top-up', '1.5']], [['close', 'now']]])(
  '%j gets the usage',
  async (args) => {
    expect(await operator(...args)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^npm run operator -- grant/),
    })
  },
)

test.each([
  ['overview', 'bankroll'],
  ['games', 'Coin Flip'],
  ['series', 'betsPlaced'],
  ['races', 'There are none.'],
  ['outbox', 'There are none.'],
  ['unattributed', 'There are none.'],
  ['deposits', 'There are none.'],
])('%s shows what the route of its name answers', async (command, shown) => {
  const { code, stderr, stdout } = await operator(command)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(shown)
})

test('a deposit that nobody knows is not decided', async () => {
  const id = '01936f4e-5a00-7000-8000-000000000000'
  expect(await operator('deposits', 'decide', id, 'credit')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run operator -- deposits decide'),
  })
})

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sportsRecord } from '#core/api/sports.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { PASSWORD, type TestPlayer } from '#testing/player/test-player.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import {
  openSportsServer,
  placed,
  readBets,
  readGain,
  toBetBody,
} from '#testing/server/sports-server.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'
import { operatorCommand } from './operator-command.ts'

const sports = await openSportsServer()
const { server } = sports
const db = openDatabase(server.pool)

// A .env may name an unreachable chain without a deployment.
beforeEach(() => {
  vi.stubEnv('RPC_URL', 'http://127.0.0.1:1')
  vi.stubEnv('DATA_DIR', testFolder())
  vi.stubEnv('DEPLOYMENT_FILE', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

const operator = async (...args: string[]) => operatorCommand(args)(db)

async function signIn({ username }: TestPlayer): Promise<number> {
  const client = new TestClient(server.origin)
  const body = { username, password: PASSWORD }
  const { status } = await client.post('/api/login', body)
  return status
}

test('makes a player an operator, by a name in any case and without a chain', async () => {
  const { client, username } = await server.newPlayer()
  const name = username.toUpperCase()
  expect(await operator('grant', name)).toBe(`${name} is an operator now.`)
  const { body } = await client.get('/api/user')
  expect(body).toMatchObject({ role: 'operator' })
})

test('tops up the bankroll', async () => {
  expect(await operator('top-up', '5')).toBe('The house has 100005 coins now.')
})

test('pauses a game with a reason, and resumes it', async () => {
  const readPaused = async () =>
    (await server.pool.query('SELECT game_type, reason FROM game_pauses')).rows
  expect(await operator('pause', 'coinflip', 'New', 'coins.')).toBe(
    'Coin Flip is paused in every process within a second.',
  )
  expect(await readPaused()).toEqual([
    { game_type: 'Coin Flip', reason: 'New coins.' },
  ])
  expect(await operator('resume', 'Coin', 'Flip')).toBe(
    'Coin Flip is open again in every process within a second.',
  )
  expect(await readPaused()).toEqual([])
})

test('replaces all seeds after a restore and requires a reason', async () => {
  const player = await server.newPlayer()
  await expect(operator('restored', 'why')).rejects.toThrow('--reason <text>')
  const settle = ['restored', '--reason', 'The disk was lost.']
  await expect(operator(...settle)).rejects.toThrow('MASTER_KEYS is not set')
  vi.stubEnv('MASTER_KEYS', TEST_SECRETS.MASTER_KEYS)
  expect(await operator(...settle)).toMatch(
    /^Every player continues with new seeds at round \d+\./,
  )
  const { nonce } = await flipCoin(player.client)
  expect(nonce).toBeGreaterThan(EPOCH_SIZE)
})

test('makes a token for its scopes that counts until it is revoked', async () => {
  const args = ['nightly', '--scopes', 'read', '--days', '1']
  const made = await operator('token', 'create', ...args)
  const token = /^casino_\S+$/m.exec(made)?.[0]
  const id = /[0-9a-f-]{36}/.exec(made)?.[0] ?? ''
  const authorization = { Authorization: `Bearer ${token}` }
  // By the clock of the command.
  const api = await server.startApi()
  onTestFinished(api.close)
  const client = new TestClient(api.origin)
  const overview = () => client.get('/api/operator/overview', authorization)
  expect((await overview()).status).toBe(200)
  const pauses = await client.post('/api/operator/pauses', {}, authorization)
  expect(pauses.status).toBe(403)
  expect(await operator('token', 'list')).toMatch(
    new RegExp(`^${id} +nightly +\\["read"\\] +\\S+ +-$`, 'm'),
  )
  expect(await operator('token', 'revoke', id, 'No longer used.')).toBe(
    'The token nightly is revoked.',
  )
  expect((await overview()).status).toBe(401)
  await expect(operator('token', 'revoke', id, 'Again.')).rejects.toThrow(
    'There is no such active token.',
  )
})

test('freezes and unfreezes a player, and logs both', async () => {
  const player = await server.newPlayer()
  const { username } = player
  expect(await operator('freeze', username, 'Bets', 'by', 'script.')).toBe(
    `${username} is signed out everywhere within seconds, and cannot sign in.`,
  )
  expect(await signIn(player)).toBe(403)
  await operator('unfreeze', username, 'A mistake.')
  expect(await signIn(player)).toBe(200)
  const log = await operator('audit-log')
  expect(log).toMatch(/unfreeze +player \S+ +A mistake\.\n.* freeze /)
  expect(log).toMatch(/top_up +house +By the command line\./)
})

test('settles a game by its latest score or decision, the home score first', async () => {
  const gameId = await sports.offered()
  const player = await server.newPlayer()
  const { transactionId } = await placed(player, toBetBody(gameId))
  let answer = ''
  const readHouseGain = async (command: string, ...words: string[]) => {
    answer = await operator('sports', command, gameId, ...words)
    await sports.follow()
    return readGain(player)
  }
  expect(await readHouseGain('correct', '99-101', 'Late', 'call.')).toBe(-100)
  expect(await readHouseGain('correct', '101-99', 'So it was.')).toBe(66)
  const [bet] = await readBets(player)
  expect(bet?.game.scores).toEqual({ home_score: 101, away_score: 99 })
  expect(await readHouseGain('void', 'Never played.')).toBe(0)
  expect(answer).toBe(
    'Miami Heat at Boston Celtics is void. A running API settles its bets within seconds.',
  )
  const { body } = await player.client.get(`/api/verify/${transactionId}`)
  const { decisions } = sportsRecord.parse(body).gameData
  expect(decisions.map(({ reason }) => reason)).toEqual([
    'Late call.',
    'So it was.',
    'Never played.',
  ])
})

test('prints the answers of the endpoints', async () => {
  await server.modules.operators.samples.take()
  expect(await operator('overview')).toContain('bankroll')
  expect(await operator('games')).toContain('Coin Flip')
  expect(await operator('series')).toContain('betsPlaced')
  for (const list of ['races', 'outbox', 'unattributed', 'deposits']) {
    expect(await operator(list), list).toContain('There are none.')
  }
})

test('refuses unknown names', async () => {
  for (const [line, sentence] of [
    ['grant nobody', 'There is no such player.'],
    ['resume coinflip', 'Coin Flip was not paused.'],
    ['sports void no-game Gone.', 'There is no such game.'],
  ] as const) {
    await expect(operator(...line.split(' '))).rejects.toThrow(sentence)
  }
})

test('prints the usage for unknown words', async () => {
  const undecided = 'deposits decide 01936f4e-5a00-7000-8000-000000000000'
  const misunderstood = {
    grant: ['', 'grant', 'close now'],
    'top-up': ['top-up 1.5'],
    'token create': ['token', 'token create all --scopes all'],
    'sports void': [
      'sports',
      'sports void',
      'sports void game',
      'sports correct game reason',
      'sports correct game 100-100 A tie',
      'sports correct game -5-100 Below zero',
      'sports correct game 1000-5 Too much',
      'sports correct game 101-99',
      'sports settle game reason',
    ],
    deposits: [`${undecided} credit`],
  }
  for (const [command, lines] of Object.entries(misunderstood)) {
    for (const line of lines) {
      await expect(operator(...line.split(' ')), line).rejects.toThrow(
        new RegExp(`^npm run operator -- ${command}`),
      )
    }
  }
})

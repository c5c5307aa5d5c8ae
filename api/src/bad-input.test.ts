import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { writtenRows } from '#testing/database/written-rows.ts'
import { FLIP_PATH } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { NO_COUNTS, NO_TEXTS } from '#testing/server/bad-values.ts'
import {
  expectRefusal,
  expectRefusalOf,
} from '#testing/server/expect-refusal.ts'
import type { Answer } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const REGISTER = '/api/register'
const LOGIN = '/api/login'
const PASSWORD_PATH = '/api/user/password'
const CLOSE = '/api/user/close'
const SIWE = '/api/auth/siwe/verify'
const SIGNATURE = `0x${'ab'.repeat(65)}`
const CLIENT_SEED = '/api/fairness/client-seed'
const LIMITS = '/api/limits'
const COOL_OFF = '/api/limits/cool-off'
const RACE_BET = '/api/races/place-bet'
const PLACE_BET = '/api/sports/place-bet'
const TRACK = '/api/referral/track'
const REFERRAL_WALLET = '/api/referral/wallet'
const REFERRAL_CODE = 'm8x2k4p1-a1b2c3'
const SOLANA_WALLET = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const MEGABYTE = 'x'.repeat(1_000_000)

let player: TestPlayer
let before: string

beforeAll(async () => {
  player = await server.newPlayer()
})

beforeEach(async () => {
  before = await writtenRows(server.pool)
})

afterEach(async () => {
  expect(await writtenRows(server.pool)).toBe(before)
})

/** Sends a body as it is written, whether it is JSON or not. */
function send(path: string, body: string, method = 'POST'): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' }
  return player.client.send(path, { method, headers, body })
}

describe('a field of a request', () => {
  test.each(NO_COUNTS)('betAmount can not be %s', async (value) => {
    const body = `{"betAmount":${value},"choice":"heads"}`
    expectRefusalOf('betAmount', await send(FLIP_PATH, body))
  })

  test('betAmount can not be 0', async () => {
    const body = '{"betAmount":0,"choice":"heads"}'
    expectRefusalOf('betAmount', await send(FLIP_PATH, body))
  })

  test.each([
    ...NO_TEXTS,
    '""',
    '"Heads"',
    '"heads "',
    '"edge"',
    '"__proto__"',
  ])('choice can not be %s', async (value) => {
    const body = `{"betAmount":5,"choice":${value}}`
    expectRefusalOf('choice', await send(FLIP_PATH, body))
  })

  test.each([...NO_COUNTS, '0'])(
    'betAmount of a sports bet can not be %s',
    async (value) => {
      const body = `{"gameId":"g","teamName":"t","odds":100,"betAmount":${value}}`
      expectRefusalOf('betAmount', await send(PLACE_BET, body))
    },
  )

  test.each([
    // Odds may be below zero.
    ...NO_COUNTS.filter((value) => value !== '-1'),
    '0',
    '99',
    '-99',
    '-1',
  ])('odds can not be %s', async (value) => {
    const body = `{"gameId":"g","teamName":"t","odds":${value},"betAmount":5}`
    expectRefusalOf('odds', await send(PLACE_BET, body))
  })

  test.each([...NO_TEXTS, '""', JSON.stringify('x'.repeat(101))])(
    'gameId, teamName and bookmaker can not be %s',
    async (value) => {
      for (const field of ['gameId', 'teamName', 'bookmaker']) {
        const right = { gameId: 'g', teamName: 't', odds: 100, betAmount: 5 }
        const { [field]: _, ...rest }: Record<string, unknown> = right
        const body = `{"${field}":${value},${JSON.stringify(rest).slice(1)}`
        expectRefusalOf(field, await send(PLACE_BET, body))
      }
    },
  )

  test.each([
    'NaN',
    '1e999',
    '-1e999',
    '1001',
    '""',
    '"1"',
    'null',
    '[5]',
    '{}',
  ])('point can not be %s', async (value) => {
    const body = `{"gameId":"g","teamName":"t","odds":100,"betAmount":5,"point":${value}}`
    expectRefusalOf('point', await send(PLACE_BET, body))
  })

  test.each([...NO_TEXTS, '""', '"H2H"', '"outrights"', '"__proto__"'])(
    'market can not be %s',
    async (value) => {
      const body = `{"gameId":"g","teamName":"t","odds":100,"betAmount":5,"market":${value}}`
      expectRefusalOf('market', await send(PLACE_BET, body))
    },
  )

  test.each([
    ...NO_TEXTS,
    '""',
    '"a-1"',
    '"M8X2K4P1-A1B2C3"',
    '"m8x2k4p1-a1b2c3\\n"',
    '"__proto__"',
  ])('referralCode can not be %s', async (value) => {
    const click = `{"referralCode":${value}}`
    expectRefusalOf('referralCode', await send(TRACK, click))
    const wallet = `{"referralCode":${value},"walletAddress":"${SOLANA_WALLET}"}`
    expectRefusalOf('referralCode', await send(REFERRAL_WALLET, wallet))
  })

  test.each([
    ...NO_TEXTS,
    '""',
    JSON.stringify('2'.repeat(31)),
    JSON.stringify('2'.repeat(45)),
    JSON.stringify(`0${SOLANA_WALLET}`),
    JSON.stringify(`${SOLANA_WALLET} `),
    '"0xabababababababababababababababababababab"',
  ])('walletAddress can not be %s', async (value) => {
    const body = `{"walletAddress":${value},"referralCode":"${REFERRAL_CODE}"}`
    expectRefusalOf('walletAddress', await send(REFERRAL_WALLET, body))
  })

  test.each(NO_TEXTS)('username can not be %s', async (value) => {
    const body = `{"username":${value},"password":"fine"}`
    expectRefusalOf('username', await send(REGISTER, body))
    expectRefusalOf('username', await send(LOGIN, body))
  })

  test.each([...NO_TEXTS, '""'])('password can not be %s', async (value) => {
    const body = `{"username":"fine","password":${value}}`
    expectRefusalOf('password', await send(REGISTER, body))
    expectRefusalOf('password', await send(LOGIN, body))
  })

  test.each([...NO_TEXTS, '""'])(
    'a password that changes or confirms can not be %s',
    async (value) => {
      const current = `{"currentPassword":${value},"password":"fine"}`
      const changing = await send(PASSWORD_PATH, current, 'PUT')
      expectRefusalOf('currentPassword', changing)
      const next = `{"currentPassword":"fine","password":${value}}`
      expectRefusalOf('password', await send(PASSWORD_PATH, next, 'PUT'))
      const closing = await send(CLOSE, `{"password":${value}}`)
      expectRefusalOf('password', closing)
    },
  )

  test.each([...NO_TEXTS, '""'])('message can not be %s', async (value) => {
    const body = `{"message":${value},"signature":"${SIGNATURE}"}`
    expectRefusalOf('message', await send(SIWE, body))
  })

  test.each([...NO_TEXTS, '""', '"0x"', '"0xzz"'])(
    'signature can not be %s',
    async (value) => {
      const body = `{"message":"fine","signature":${value}}`
      expectRefusalOf('signature', await send(SIWE, body))
    },
  )

  test.each([
    ...NO_TEXTS,
    '""',
    '"a:b"',
    '"ü"',
    '"a\\u0000b"',
    '"line\\nbreak"',
    JSON.stringify('s'.repeat(65)),
  ])('clientSeed can not be %s', async (value) => {
    const body = `{"clientSeed":${value},"epoch":0}`
    expectRefusalOf('clientSeed', await send(CLIENT_SEED, body, 'PUT'))
  })

  test.each(NO_COUNTS)('epoch can not be %s', async (value) => {
    const body = `{"clientSeed":"mine","epoch":${value}}`
    expectRefusalOf('epoch', await send(CLIENT_SEED, body, 'PUT'))
  })

  test.each([...NO_COUNTS, '0', '5', '1.5'])(
    'horseId can not be %s',
    async (value) => {
      const body = `{"horseId":${value},"amount":5}`
      expectRefusalOf('horseId', await send(RACE_BET, body))
    },
  )

  test.each([...NO_COUNTS, '0'])(
    'amount of a race bet can not be %s',
    async (value) => {
      const body = `{"horseId":1,"amount":${value}}`
      expectRefusalOf('amount', await send(RACE_BET, body))
    },
  )

  // That a limit is null says that there is none.
  test.each([...NO_COUNTS.filter((value) => value !== 'null'), '0'])(
    'dailyStake and dailyLoss can not be %s',
    async (value) => {
      const stake = `{"dailyStake":${value},"dailyLoss":5}`
      expectRefusalOf('dailyStake', await send(LIMITS, stake, 'PUT'))
      const loss = `{"dailyStake":5,"dailyLoss":${value}}`
      expectRefusalOf('dailyLoss', await send(LIMITS, loss, 'PUT'))
    },
  )

  test.each([...NO_COUNTS, '0', '59', '60481'])(
    'minutes can not be %s',
    async (value) => {
      const body = `{"minutes":${value}}`
      expectRefusalOf('minutes', await send(COOL_OFF, body))
    },
  )

  test.each([
    [FLIP_PATH, 'POST', { betAmount: 5, choice: 'heads' }],
    [REGISTER, 'POST', { username: 'somebody', password: 'fine' }],
    [LOGIN, 'POST', { username: 'somebody', password: 'fine' }],
    [SIWE, 'POST', { message: 'fine', signature: SIGNATURE }],
    [PASSWORD_PATH, 'POST', { password: 'fine' }],
    [PASSWORD_PATH, 'PUT', { currentPassword: 'fine', password: 'fine' }],
    [CLOSE, 'POST', { password: 'fine' }],
    ['/api/auth/siwe/close', 'POST', { message: 'm', signature: SIGNATURE }],
    [CLIENT_SEED, 'PUT', { clientSeed: 'mine', epoch: 0 }],
    [LIMITS, 'PUT', { dailyStake: 5, dailyLoss: null }],
    [COOL_OFF, 'POST', { minutes: 60 }],
    [TRACK, 'POST', { referralCode: REFERRAL_CODE }],
    [
      REFERRAL_WALLET,
      'POST',
      { walletAddress: SOLANA_WALLET, referralCode: REFERRAL_CODE },
    ],
    [
      PLACE_BET,
      'POST',
      { gameId: 'g', teamName: 't', odds: 100, betAmount: 5 },
    ],
  ])(
    'of %s may be neither missing nor too long',
    async (path, method, right) => {
      for (const field of Object.keys(right)) {
        const missing = { ...right, [field]: undefined }
        const answer = await send(path, JSON.stringify(missing), method)
        expectRefusalOf(field, answer)
        const long = JSON.stringify({ ...right, [field]: MEGABYTE })
        expect((await send(path, long, method)).status).toBe(413)
      }
    },
  )

  test.each([
    [FLIP_PATH, 'POST', '"betAmount":5,"choice":"heads"'],
    [REGISTER, 'POST', '"username":"somebody","password":"fine"'],
    [LOGIN, 'POST', '"username":"somebody","password":"fine"'],
    [SIWE, 'POST', `"message":"fine","signature":"${SIGNATURE}"`],
    [PASSWORD_PATH, 'PUT', '"currentPassword":"fine","password":"fine"'],
    [CLOSE, 'POST', '"password":"fine"'],
    [CLIENT_SEED, 'PUT', '"clientSeed":"mine","epoch":0'],
    [LIMITS, 'PUT', '"dailyStake":5,"dailyLoss":null'],
    [COOL_OFF, 'POST', '"minutes":60'],
    [TRACK, 'POST', `"referralCode":"${REFERRAL_CODE}"`],
    [
      REFERRAL_WALLET,
      'POST',
      `"walletAddress":"${SOLANA_WALLET}","referralCode":"${REFERRAL_CODE}"`,
    ],
    [PLACE_BET, 'POST', '"gameId":"g","teamName":"t","odds":100,"betAmount":5'],
  ])(
    'that %s does not have is refused by name',
    async (path, method, right) => {
      for (const extra of [
        'extra',
        'constructor',
        '__proto__',
        'toString',
        '',
      ]) {
        const body = `{${right},${JSON.stringify(extra)}:{"isAdmin":true}}`
        expectRefusalOf(extra, await send(path, body, method))
      }
    },
  )
})

/** As many as fit into a body, or into a URL. */
const FIELDS = Object.fromEntries(
  Array.from({ length: 2_100 }, (_, name) => [name, 1]),
)
const QUERY = new URLSearchParams(
  Array.from({ length: 1_300 }, (_, name): [string, string] => [
    `${name}`,
    '1',
  ]),
)

describe('a request of thousands of fields', () => {
  test.each([
    [REGISTER, 'POST'],
    [LOGIN, 'POST'],
    [SIWE, 'POST'],
    ['/api/auth/siwe/link', 'POST'],
    [PASSWORD_PATH, 'POST'],
    [PASSWORD_PATH, 'PUT'],
    [CLOSE, 'POST'],
    ['/api/auth/siwe/close', 'POST'],
    ['/api/logout/everywhere', 'POST'],
    [`/api/user/data?${QUERY}`, 'GET'],
    ['/api/user/reset-balance', 'POST'],
    ['/api/logout', 'POST'],
    [FLIP_PATH, 'POST'],
    ['/api/games/slot', 'POST'],
    ['/api/games/blackjack', 'POST'],
    ['/api/games/hilo/start', 'POST'],
    ['/api/games/hilo/play', 'POST'],
    [RACE_BET, 'POST'],
    [`/api/races/history?${QUERY}`, 'GET'],
    [CLIENT_SEED, 'PUT'],
    [LIMITS, 'PUT'],
    [COOL_OFF, 'POST'],
    [TRACK, 'POST'],
    [REFERRAL_WALLET, 'POST'],
    ['/api/wallet/generate', 'POST'],
    ['/api/wallet/recheck', 'POST'],
    ['/api/wallet/faucet', 'POST'],
    ['/api/rpc', 'POST'],
    [PLACE_BET, 'POST'],
    [`/api/sports/games?${QUERY}`, 'GET'],
    [`/api/transactions?${QUERY}`, 'GET'],
    [`/api/transactions/summary?${QUERY}`, 'GET'],
    [`/api/transactions/export?${QUERY}`, 'GET'],
    [`/api/fairness/commitments?${QUERY}`, 'GET'],
  ])('is refused by %.40s in 4 kB at most', async (path, method) => {
    const answer =
      method === 'GET'
        ? await player.client.get(path)
        : await send(path, JSON.stringify(FIELDS), method)
    expectRefusal(answer)
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(4_096)
  })
})

describe('a query', () => {
  test.each([
    '',
    ' ',
    '-1',
    '-0',
    '1.5',
    '1e3',
    '0x10',
    'NaN',
    'null',
    '9'.repeat(30),
    `${2n ** 256n}`,
    '%00',
    '5%27%20OR%201=1',
    '5&before=6',
  ])('can not ask for transactions before %j', async (value) => {
    const answer = await player.client.get(`/api/transactions?before=${value}`)
    expectRefusalOf('before', answer)
  })

  test.each([
    ['type', 'Bet'],
    ['type', ''],
    ['type', 'bet&type=bet'],
    ['type', 'constructor'],
    ['gameType', 'Roulette'],
    ['gameType', 'coin flip'],
    ['gameType', 'Coin%20Flip&gameType=Hi-Lo'],
    ['user', 'somebody-else'],
    ['__proto__', '5'],
    ['before[]', '5'],
    ['before[gt]', '5'],
    ['from', ''],
    ['from', 'yesterday'],
    ['from', '2026-02-30T00:00:00Z'],
    ['from', '0000-01-01T00:00:00Z'],
    ['from', '2026-01-01T00:00:00+01:00'],
    ['to', '1767225600000'],
    ['to', '2026-01-01T00:00:00Z&to=2027-01-01T00:00:00Z'],
    ['id', ''],
    ['id', '5'],
    ['id', '5%27%20OR%201=1'],
  ])('can not ask for transactions by %s=%s', async (name, value) => {
    const answer = await player.client.get(`/api/transactions?${name}=${value}`)
    expectRefusalOf(name, answer)
  })

  test.each([
    ['from', '1969-12-31T23:59:59Z'],
    ['to', 'now'],
    ['gameType', 'Roulette'],
    ['before', '5'],
    ['id', '01890000-0000-7000-8000-0000000000be'],
    ['__proto__', '5'],
  ])('can not ask for a summary or a file by %s=%s', async (name, value) => {
    for (const what of ['summary', 'export']) {
      const path = `/api/transactions/${what}?${name}=${value}`
      expectRefusalOf(name, await player.client.get(path))
    }
  })

  test.each([
    '',
    '-1',
    '0.5',
    '1e3',
    '0x0',
    '0&epoch=0',
    '9'.repeat(30),
    '%F0%9F%A6%84',
  ])('can not ask for the commitments of epoch %j', async (value) => {
    const path = `/api/fairness/commitments?epoch=${value}`
    expectRefusalOf('epoch', await player.client.get(path))
  })

  test.each([
    '',
    '?sport=',
    '?sport=basketball_wnba',
    '?sport=BASKETBALL_NBA',
    '?sport=basketball_nba&sport=basketball_nba',
    '?sport=__proto__',
  ])('can not ask for games by %j', async (query) => {
    const path = `/api/sports/games${query}`
    expectRefusalOf('sport', await player.client.get(path))
  })

  test.each(['1', '2147483647', '2147483648', '9999999999'])(
    'for epoch %s, which is not out, is refused',
    async (epoch) => {
      const path = `/api/fairness/commitments?epoch=${epoch}`
      expectRefusal(await player.client.get(path))
    },
  )
})

describe('a body', () => {
  test.each([
    ['that ends early', '{"betAmount":5'],
    ['of nothing but white space', ' \n'],
    ['of single quotes', "{'betAmount':5}"],
    ['with a comment', '{"betAmount":5} // five'],
    ['with a comma too many', '{"betAmount":5,}'],
    ['that is text', 'betAmount=5&choice=heads'],
    ['that is a JSON string', '"heads"'],
    ['that is a JSON number', '5'],
    ['that is null', 'null'],
    ['that is a list', '[{"betAmount":5,"choice":"heads"}]'],
    ['that is empty', '{}'],
    ['of a thousand brackets', '['.repeat(1_000)],
    ['of bytes that are no UTF-8', '{"betAmount":5,"choice":"\ufffd"}'],
  ])('%s is refused with 400', async (_what, body) => {
    const answer = await send(FLIP_PATH, body)
    expectRefusal(answer)
    expect(answer.status).toBe(400)
  })

  test('of 16 kB is read, and one byte more is not', async () => {
    const around = '{"betAmount":5,"choice":""}'.length
    const full = `{"betAmount":5,"choice":"${'x'.repeat(16 * 1_024 - around)}"}`
    expectRefusalOf('choice', await send(FLIP_PATH, full))
    const more = await send(FLIP_PATH, `${full} `)
    expect(more.status).toBe(413)
    expectRefusal(more)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=ebcdic',
    'nonsense',
  ])('of type %s is refused', async (type) => {
    const answer = await player.client.send(FLIP_PATH, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: '{"betAmount":5,"choice":"heads"}',
    })
    expectRefusal(answer)
  })

  test.each(['gzip', 'br', 'nonsense'])(
    'that claims to be %s and is not is refused',
    async (encoding) => {
      const answer = await player.client.send(FLIP_PATH, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Content-Encoding': encoding,
        },
        body: '{"betAmount":5,"choice":"heads"}',
      })
      expectRefusal(answer)
    },
  )

  test.each([
    '/api/logout',
    '/api/logout/everywhere',
    '/api/user/reset-balance',
    '/api/auth/siwe/nonce',
    '/api/auth/siwe/unlink',
  ])('is nothing that %s takes', async (path) => {
    expectRefusal(await send(path, '{"balance":1000000}'))
    expect((await player.client.get('/api/user')).status).toBe(200)
  })
})

describe('a path', () => {
  test.each([
    '/api/nothing',
    '/api/games/roulette',
    '/api/games/__proto__',
    '/api/verify/',
    '/api/users/1',
  ])('%s is nowhere', async (path) => {
    const answer = await player.client.get(path)
    expectRefusal(answer)
    expect(answer.status).toBe(404)
  })

  test.each(['/api/verify/%E0%A4%A', '/api/%'])(
    '%s can not be read',
    async (path) => {
      expectRefusal(await player.client.get(path))
    },
  )
})

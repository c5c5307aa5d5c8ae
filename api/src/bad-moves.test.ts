import {
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { legalChoices } from '#core/games/blackjack/blackjack-table.ts'
import { cardOf } from '#core/games/cards.ts'
import { coins } from '#core/money/coins.ts'
import { writtenRows } from '#testing/database/written-rows.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { NO_COUNTS, NO_TEXTS } from '#testing/server/bad-values.ts'
import {
  expectRefusal,
  expectRefusalOf,
} from '#testing/server/expect-refusal.ts'
import { TestClient, type TestHeaders } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

/**
 * One has no round open; the other has a hand, and a hi-lo round with a right
 * guess.
 */
type Who = 'idle' | 'busy'
type Move = { path: string; who: Who; body: Record<string, unknown> }

/** What each path takes, by whom it is taken. */
const MOVES: Move[] = [
  { path: 'slot', who: 'idle', body: { betAmount: 5 } },
  { path: 'coinflip', who: 'idle', body: { betAmount: 5, choice: 'heads' } },
  { path: 'blackjack', who: 'idle', body: { betAmount: 5, action: 'deal' } },
  { path: 'hilo/start', who: 'idle', body: { betAmount: 5 } },
  { path: 'blackjack', who: 'busy', body: { action: 'stand', step: 0 } },
  { path: 'hilo/play', who: 'busy', body: { choice: 'higher', step: 1 } },
  { path: 'hilo/skip', who: 'busy', body: { step: 1 } },
  { path: 'hilo/cashout', who: 'busy', body: { step: 1 } },
]

const NO_CHOICES = [...NO_TEXTS, '""', '"Heads"', '"stand "', '"__proto__"']

/** JSON text of what each field can not be. */
const NOT_TAKEN: Record<string, readonly string[]> = {
  betAmount: [...NO_COUNTS, '0'],
  choice: NO_CHOICES,
  action: NO_CHOICES,
  // There is one 0 only.
  step: NO_COUNTS.filter((value) => value !== '-0'),
}

const NO_BODIES = [
  ' \n',
  'null',
  'true',
  '5',
  'NaN',
  '"deal"',
  'betAmount=5&choice=heads',
  "{'betAmount':5}",
  '{"betAmount":5',
  '{"betAmount":5,}',
  '[]',
  '[{"betAmount":5,"choice":"heads","action":"deal"}]',
  '['.repeat(1_000),
  '{"betAmount":{"betAmount":5}}',
  '{"__proto__":{"betAmount":5,"choice":"heads","action":"deal"}}',
]

const players = new Map<Who, TestPlayer>()
let othersRound: string
let before: string

function playerOf(who: Who): TestPlayer {
  const player = players.get(who)
  if (!player) throw new Error('the players are made before all tests')
  return player
}

beforeAll(async () => {
  players.set('idle', await server.newPlayer())
  const busy = await server.newPlayer()
  players.set('busy', busy)
  await chooseNextRound(server, busy, (draws) => {
    const dealt = blackjack.start({ betAmount: coins(10) }, draws)
    return legalChoices(dealt).join() === 'hit,stand,double'
  })
  const deal = { action: 'deal', betAmount: 10 }
  const { body } = await busy.client.post('/api/games/blackjack', deal)
  othersRound = String(Object(body).transactionId)
  await chooseNextRound(server, busy, (draws) =>
    [7, 7, 9].every((value, index) => cardOf(draws(index)).value === value),
  )
  await busy.client.post('/api/games/hilo/start', { betAmount: 10 })
  await busy.client.post('/api/games/hilo/play', { choice: 'higher' })
})

beforeEach(async () => {
  before = await writtenRows(server.pool)
})

/** Sends a body as it is written, whether it is JSON or not. */
function send({ path, who }: Move, body: string, headers: TestHeaders = {}) {
  return playerOf(who).client.send(`/api/games/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
}

describe.each(MOVES)('$path of the $who player', (move) => {
  const right = JSON.stringify(move.body)

  afterEach(async () => {
    expect(await writtenRows(server.pool)).toBe(before)
  })

  test('takes no field for what it is not', async () => {
    for (const field of Object.keys(move.body)) {
      for (const value of NOT_TAKEN[field] ?? []) {
        const rest = JSON.stringify({ ...move.body, [field]: undefined })
        const comma = rest === '{}' ? '' : ','
        const body = `${rest.slice(0, -1)}${comma}"${field}":${value}}`
        expectRefusalOf(field, await send(move, body))
      }
    }
  })

  test("takes no field that it does not have, another player's round neither", async () => {
    const names = ['extra', '', 'constructor', '__proto__', 'toString']
    const fields = [...names, 'roundId', 'transactionId', 'userId', 'payout']
    for (const field of fields) {
      const more = `${JSON.stringify(field)}:${JSON.stringify(othersRound)}`
      const body = `${right.slice(0, -1)},${more}}`
      expectRefusalOf(field, await send(move, body))
    }
  })

  test.each(NO_BODIES)('takes no body like %j', async (body) => {
    const answer = await send(move, body)
    expectRefusal(answer)
    expect(answer.status).toBe(400)
  })

  test('takes no body of more than 16 kB', async () => {
    const answer = await send(move, `${right}${' '.repeat(16 * 1_024)}`)
    expectRefusal(answer)
    expect(answer.status).toBe(413)
  })

  test.each(['', 'x', '5', 'null', '0'.repeat(36)])(
    'takes no Idempotency-Key like %j',
    async (key) => {
      const answer = await send(move, right, { 'Idempotency-Key': key })
      expectRefusal(answer)
      expect(answer.status).toBe(400)
    },
  )

  test('takes nothing from who is signed out', async () => {
    const stranger = new TestClient(server.origin)
    const path = `/api/games/${move.path}`
    const answer = await stranger.post(path, move.body)
    expectRefusal(answer)
    expect(answer.status).toBe(401)
  })
})

describe('a move that is out of turn', () => {
  afterEach(async () => {
    expect(await writtenRows(server.pool)).toBe(before)
  })

  test.each<[code: string, move: Move]>([
    ...['hit', 'stand', 'double', 'split', 'insurance'].map(
      (action): [string, Move] => [
        'illegal_action',
        { path: 'blackjack', who: 'idle', body: { action } },
      ],
    ),
    [
      'illegal_action',
      { path: 'hilo/play', who: 'idle', body: { choice: 'higher' } },
    ],
    ['illegal_action', { path: 'hilo/skip', who: 'idle', body: {} }],
    ['illegal_action', { path: 'hilo/cashout', who: 'idle', body: {} }],
    [
      'round_open',
      {
        path: 'blackjack',
        who: 'busy',
        body: { action: 'deal', betAmount: 5 },
      },
    ],
    ['round_open', { path: 'hilo/start', who: 'busy', body: { betAmount: 5 } }],
    [
      'illegal_action',
      { path: 'blackjack', who: 'busy', body: { action: 'split' } },
    ],
    [
      'illegal_action',
      { path: 'blackjack', who: 'busy', body: { action: 'insurance' } },
    ],
    [
      'illegal_action',
      { path: 'blackjack', who: 'busy', body: { action: 'hit', step: 1 } },
    ],
    [
      'illegal_action',
      { path: 'hilo/play', who: 'busy', body: { choice: 'lower', step: 0 } },
    ],
    [
      'illegal_action',
      { path: 'hilo/cashout', who: 'busy', body: { step: 2 } },
    ],
    [
      'insufficient_coins',
      { path: 'slot', who: 'idle', body: { betAmount: 1_001 } },
    ],
  ])('is refused as %s: $path of the $who player', async (code, move) => {
    const answer = await send(move, JSON.stringify(move.body))
    expectRefusal(answer)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code })
  })
})

test('every move is taken as it should be, at whatever step it is by then', async () => {
  for (const { body, ...move } of MOVES) {
    const right = JSON.stringify({ ...body, step: undefined })
    const { status, text } = await send({ ...move, body }, right)
    expect(status, text).toBe(200)
  }
})

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import type { Action } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import { RECORD_FAILURES } from '#core/schemas/verified-record.ts'
import { gameKits } from './lib/game-kits.ts'
import { ANCHOR_GOLDEN, goldenFile, goldenPath } from './lib/golden-files.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'

const example = join(PROJECT_ROOT, 'docs/verifier/example-record.json')
const honest = await readFile(example, 'utf8')
const { id } = JSON.parse(honest)
const games = await gameKits()
const folder = await mkdtemp(join(tmpdir(), 'verify-'))
afterAll(() => rm(folder, { recursive: true }))

function verify(...args: string[]) {
  type Ran = { code: number; stdout: string; stderr: string }
  const script = join(PROJECT_ROOT, 'scripts/verify.ts')
  return new Promise<Ran>((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

async function verifyText(text: string) {
  const file = join(folder, 'record.json')
  await writeFile(file, text)
  return verify(file)
}

/** The example's seeds as a run of hi-lo. */
function hiLoRecord(actions: readonly Action[]): string {
  const record = verificationRecord.parse(JSON.parse(honest))
  const moves = { game: hiLo, bet: { betAmount: coins(10) }, actions }
  const round = playRound(nobleHashes, moves, record)
  const { gameType, bet, draws, outcome } = round
  const hash = roundHash(nobleHashes, round)
  return JSON.stringify({
    ...record,
    gameType,
    betAmount: bet.betAmount,
    outcome: hiLo.describe(hiLo.outcome.parse(outcome)),
    gameData: {
      ...record.gameData,
      ...outcome,
      bet,
      actions,
      draws,
      outcome,
      expectedHash: hash,
      verifiedHash: hash,
    },
  })
}

test('prints checks, draws with their bytes and the outcome of an honest round', async () => {
  const { code, stdout } = await verify(example)
  expect(stdout).not.toContain('FAILED')
  expect(stdout.match(/^ {2}ok /gm)).toHaveLength(4)
  expect(stdout).toContain('draw 0   e0 65 5a 05 = 3764738565')
  expect(stdout).toContain('draw 1   56 25 bf 69 = 1445314409')
  expect(stdout).toContain('{"payout":2,"result":"tails"}, Won 2 coins')
  expect(stdout).toContain(JSON.parse(honest).gameData.epochRoot)
  expect(stdout).toMatch(/^PROVEN/m)
  expect(stdout).not.toContain('Weaker')
  expect(code).toBe(0)
})

test('prints the actions of a round, and that the house stepped in', async () => {
  const cashOut = { action: 'cashout', reason: 'house_limit' }
  const actions = [
    { action: 'skip' },
    { ...cashOut, choice: 'higher', limit: 0 },
  ]
  const { code, stdout } = await verifyText(hiLoRecord(actions))
  expect(stdout).toContain('\n  action   {"action":"skip"}\n')
  expect(stdout).toContain('"limit":0,"reason":"house_limit"}\n')
  expect(stdout).toMatch(/^Note: .* no more than 0 coins\. .* is its word/m)
  expect(stdout).toMatch(/^PROVEN/m)
  expect(code).toBe(0)
})

test('says when a round is weaker', async () => {
  const { code, stdout } = await verifyText(
    honest.replace('"weaker": false', '"weaker": true'),
  )
  expect(stdout).toContain('Weaker: the house knew both seeds')
  expect(code).toBe(0)
})

test.each([
  {
    what: 'server seed',
    part: /(?<="serverSeed": ")../,
    to: '00',
    check: 'the one committed to',
  },
  {
    what: 'player',
    part: /(?<="player": ")../,
    to: '11',
    check: "the epoch's root",
  },
  {
    what: 'client seed',
    part: /(?<="clientSeed": ")a/,
    to: 'b',
    check: 'the round that was settled',
  },
  {
    what: 'shown outcome',
    part: /Won 2 coins/,
    to: 'Won 9 coins',
    check: 'what the seeds lead to',
  },
])(
  'exits 1 and names what failed: another $what',
  async ({ part, to, check }) => {
    expect(honest).toMatch(part)
    const { code, stdout } = await verifyText(honest.replace(part, to))
    expect(stdout).toMatch(new RegExp(`^ {2}FAILED .*${check}$`, 'm'))
    expect(stdout).toMatch(/^NOT PROVEN/m)
    expect(stdout).not.toMatch(/^PROVEN/m)
    expect(code).toBe(1)
  },
)

describe('golden vectors', () => {
  test.each(games)('of $folder are made again', async (game) => {
    const { code, stdout } = await verify(goldenPath(game.folder))
    const { rounds, invalid } = goldenFile(game.folder)
    expect(stdout).toContain(`MADE AGAIN: ${rounds.length} rounds of `)
    expect(stdout).toContain(`${invalid.length} invalid records refused`)
    expect(code).toBe(0)
  })

  test('are told by what comes out otherwise', async () => {
    const { epoch, rounds, invalid, ...game } = goldenFile('coin-flip')
    const [first, ...others] = rounds.slice(0, 3)
    const changed = { ...first, draws: [] }
    const [, wrong] = invalid.map((one) => ({ ...one, failure: 'shown' }))
    const other = { ...epoch, root: '00'.repeat(32) }
    const { code, stdout } = await verifyText(
      JSON.stringify({
        ...game,
        epoch: other,
        rounds: [...others, changed],
        invalid: [wrong],
      }),
    )
    expect(stdout.match(/(?<=FAILED {2}).*/g)).toEqual([
      'the epoch',
      'round 2',
      `${wrong?.what}: shown, found malformed`,
    ])
    expect(stdout).toContain('NOT MADE AGAIN: Coin Flip differs in 3 places.')
    expect(code).toBe(1)
  })

  test('of anchors are made again, and told apart from others', async () => {
    const { code, stdout } = await verify(ANCHOR_GOLDEN)
    expect(stdout).toContain('MADE AGAIN: 7 trees, 3 valid records')
    expect(code).toBe(0)
    const golden = JSON.parse(await readFile(ANCHOR_GOLDEN, 'utf8'))
    const [tree] = golden.trees
    const changed = { ...golden, trees: [{ ...tree, root: 'ab'.repeat(32) }] }
    const other = await verifyText(JSON.stringify(changed))
    expect(other.stdout).toContain('FAILED  tree 0')
    expect(other.code).toBe(1)
  })

  const invalid = games.flatMap((game) => goldenFile(game.folder).invalid)
  const oneOfEach = RECORD_FAILURES.flatMap((failure) =>
    invalid.filter((one) => one.failure === failure).slice(0, 1),
  )

  test.each(oneOfEach)('refuse by itself $what: $failure', async (one) => {
    const { code, stdout, stderr } = await verifyText(
      JSON.stringify(one.record),
    )
    const refusal =
      one.failure === 'malformed'
        ? 'is not the record of a finished round'
        : `NOT PROVEN: ${one.failure}: `
    expect(stdout + stderr).toContain(refusal)
    expect(stdout).not.toMatch(/^PROVEN/m)
    expect(code).toBe(1)
  })
})

describe('what is no record', () => {
  test.each([
    ['text', 'no json', /is not JSON/],
    ['null', 'null', /not the record of a finished round\. As a whole: /],
    ['an empty object', '{}', /finished round\. id: .* \(and 8 more\)/],
    [
      'a record without player',
      honest.replace(/"player".*/, ''),
      /gameData\.player: /,
    ],
    [
      'a nonce in a text',
      honest.replace('1024', '"1024"'),
      /nonce: .*expected number/,
    ],
  ])('is refused in one sentence: %s', async (_name, text, sentence) => {
    const { code, stdout, stderr } = await verifyText(text)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })

  test('says of an open round that it is not over, and what to keep', async () => {
    const {
      serverSeed: _seed,
      clientSeed: _own,
      gameData,
      ...open
    } = JSON.parse(honest)
    const { player, rulesVersion, bet, serverSeedHash, weaker } = gameData
    const { epoch, epochRoot, epochPath } = gameData
    const promised = { serverSeedHash, epoch, epochRoot, epochPath, weaker }
    const shown = { player, rulesVersion, bet, ...promised }
    const record = { ...open, outcome: 'Not over yet', gameData: shown }
    const { code, stdout, stderr } = await verifyText(JSON.stringify(record))
    expect(stderr).toMatch(/is the record of a round that is not over/)
    expect(stderr).toMatch(/Keep its serverSeedHash and epochRoot/)
    expect(stderr).not.toMatch(/finished round\. /)
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })

  test.each([
    ['no argument', [], /^Usage: /],
    ['a missing file', ['nowhere.json'], /^Can not read nowhere\.json: ENOENT/],
    ['half an address', ['http://'], /^Can not fetch http:\/\/: Invalid URL/],
  ])('is asked for again: %s', async (_name, args, sentence) => {
    const { code, stderr } = await verify(...args)
    expect(stderr).toMatch(sentence)
    expect(code).toBe(1)
  })
})

describe('from an address', () => {
  const OTHER = '01890000-0000-7000-9000-000000000000'
  const known = [`/api/verify/${id}`, `/api/verify/${OTHER}`]
  const server = createServer((request, response) => {
    const found = known.includes(request.url ?? '')
    const problem = {
      code: 'not_found',
      message: 'No such round',
      requestId: '1',
    }
    response.writeHead(found ? 200 : 404)
    response.end(found ? honest : JSON.stringify(problem))
  })
  let origin = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  test.each(['api/verify', 'verify'])('of the form /%s/{id}', async (path) => {
    const { code, stdout } = await verify(`${origin}/${path}/${id}`)
    expect(stdout).toMatch(/^PROVEN/m)
    expect(code).toBe(0)
  })

  test('tells what the house answers instead of a record', async () => {
    const { code, stderr } = await verify(`${origin}/verify/none`)
    expect(stderr).toContain('it answered 404: No such round')
    expect(code).toBe(1)
  })

  test('does not take the record of another round', async () => {
    const { code, stdout, stderr } = await verify(`${origin}/verify/${OTHER}`)
    expect(stderr).toContain(`answered with the record of another round, ${id}`)
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })

  test('tells when nobody answers', async () => {
    const { code, stderr } = await verify('http://127.0.0.1:1/api/verify/x')
    expect(stderr).toMatch(/^Can not fetch http:/)
    expect(code).toBe(1)
  })
})

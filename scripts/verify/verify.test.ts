import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { numberToHex } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { raceRecord } from '#core/evidence/race-record.ts'
import { verificationRecord } from '#core/evidence/round-record.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { playRound, roundHash } from '#core/fairness/round.ts'
import type { Action } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { startNode } from '#testing/chain/test-node.ts'
import { toRecord, wonBet } from '#testing/page/sports-samples.ts'
import { captureOutput } from '#testing/process/printed-by.ts'
import { hasPython, pythonFinding } from '#testing/process/python-verifier.ts'
import { runScript } from '#testing/process/run-script.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { gameKits } from '../game-kits/game-kits.ts'
import type { InvalidRecord } from '../golden/golden-file.ts'
import {
  anchorGoldenVectors,
  goldenFile,
  raceGoldenVectors,
  receiptGoldenVectors,
} from '../lib/golden-files.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'
import { verify } from './verify.ts'

const exampleFile = (name: string) =>
  join(PROJECT_ROOT, `docs/verifier/example-${name}.json`)
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const honest = readFileSync(exampleFile('record'), 'utf8')
const honestRound = JSON.parse(honest)
const raceBet = readJson(exampleFile('race-bet-record'))
const folders = gameKits.map(({ folder }) => folder)
const races = raceGoldenVectors()
const anchors = anchorGoldenVectors()

async function run(...args: string[]) {
  const { result: code, ...printed } = await captureOutput(() => verify(args))
  return { code, ...printed }
}

async function readFile(content: unknown): Promise<string> {
  const file = join(testFolder(), 'record.json')
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(file, text)
  return file
}

const verifyContent = async (content: unknown) => run(await readFile(content))

/** The example's seeds as a hand of hi-lo. */
function hiLoRecord(actions: readonly Action[]) {
  const record = verificationRecord.parse(honestRound)
  const moves = { game: hiLo, bet: { betAmount: coins(10) }, actions }
  const round = playRound(nobleHashes, moves, record)
  const { gameType, bet, draws, outcome } = round
  const hash = roundHash(nobleHashes, round)
  const hashes = { expectedHash: hash, verifiedHash: hash }
  const played = { ...outcome, bet, actions, draws, outcome, ...hashes }
  return {
    ...record,
    gameType,
    betAmount: bet.betAmount,
    outcome: hiLo.describe(hiLo.outcome.parse(outcome)),
    gameData: { ...record.gameData, ...played },
  }
}

const goldenRace = (what: string) =>
  races.valid.find((one) => one.what === what)?.record

type Proven = {
  what: string
  record: unknown
  prints: (string | RegExp)[]
  never?: string[]
}

test.each<Proven>([
  {
    what: 'checks, draws with their bytes and outcome of a round',
    record: honestRound,
    prints: [
      /^( {2}ok .*\n){4}/m,
      'draw 0   e0 65 5a 05 = 3764738565',
      'draw 1   56 25 bf 69 = 1445314409',
      '{"payout":2,"result":"tails"}, Won 2 coins',
      honestRound.gameData.epochRoot,
    ],
    never: ['FAILED', 'weaker'],
  },
  {
    what: 'the actions of a round and why the house stepped in',
    record: hiLoRecord([
      { action: 'skip' },
      { action: 'cashout', reason: 'house_limit', choice: 'higher', limit: 0 },
    ]),
    prints: [
      '\n  action   {"action":"skip"}\n',
      '"limit":0,"reason":"house_limit"}\n',
      /^ {2}weaker {2}.* no more than 0 coins\. .* only have its word/m,
    ],
  },
  {
    what: 'a note that a round is weaker',
    record: honest.replace('"weaker": false', '"weaker": true'),
    prints: [/^ {2}weaker {2}Weaker proof: .* the house knew both seeds/m],
  },
  {
    what: 'checks and places of a race, and what is left to compare',
    record: readJson(exampleFile('race-record')),
    prints: [
      'Horse Race, race 2\n',
      /^( {2}ok .*\n){6}/m,
      '  ticks    168\n',
      /^ {2}place 1 {2}horse 4, Red Fury, at 85\.\d{10} %$/m,
      /^PROVEN, if .*\n.*\n {2}Terminal hash of the seed chain/m,
      '  Salt: block 80000200 of chain 97: 0x',
    ],
    never: ['weaker'],
  },
  {
    what: 'bet and payout of a bet on a race',
    record: raceBet,
    prints: [
      'Horse Race, a bet on race 2\n',
      '  bet      {"amount":1,"horseId":4}, number 3\n',
      '  payout   4\n',
    ],
  },
  {
    what: 'a note that the operator makes the blocks of a local chain',
    record: goldenRace('a race by a block of a local chain'),
    prints: [/^ {2}weaker {2}.*could have chosen\.$/m],
  },
  {
    what: 'a note that only the house says a race was void',
    record: goldenRace('a bet on a void race'),
    prints: [
      '  void     never run\n',
      /^ {2}weaker {2}The house did not run this race/m,
    ],
    never: ['Salt: block'],
  },
])('prints $what', async ({ record, prints, never = [] }) => {
  const { code, stdout } = await verifyContent(record)
  for (const text of prints) expect(stdout).toMatch(text)
  for (const text of never) expect(stdout).not.toContain(text)
  expect(stdout).toMatch(/^PROVEN/m)
  expect(code).toBe(0)
})

test.each([
  ['server seed', /(?<="serverSeed": ")../, '00', 'was committed to.'],
  ['player', /(?<="player": ")../, '11', 'published beforehand.'],
  ['client seed', /(?<="clientSeed": ")a/, 'b', 'it was settled with.'],
  ['shown outcome', /Won 2 coins/, 'Won 9 coins', 'match the replay.'],
])('names the check that another %s fails', async (_, part, to, check) => {
  expect(honest).toMatch(part)
  const { code, stdout } = await verifyContent(honest.replace(part, to))
  expect(stdout).toMatch(new RegExp(`^ {2}FAILED .*${check}$`, 'm'))
  expect(stdout).toMatch(/^NOT PROVEN/m)
  expect(stdout).not.toMatch(/^PROVEN/m)
  expect(code).toBe(1)
})

const oneOfEach = (invalid: readonly InvalidRecord[]) =>
  [...Map.groupBy(invalid, ({ failure }) => failure).values()].flatMap(
    ([first]) => first ?? [],
  )

test.each([
  ...oneOfEach(folders.flatMap((folder) => goldenFile(folder).invalid)),
  ...oneOfEach(races.invalid),
])('refuses for $failure: $what', async ({ failure, record }) => {
  const { code, stdout, stderr } = await verifyContent(record)
  expect(stdout + stderr).toContain(
    failure === 'malformed'
      ? 'is not the record of a finished round'
      : `NOT PROVEN: ${failure}: `,
  )
  expect(stdout).not.toMatch(/^PROVEN/m)
  expect(code).toBe(1)
})

describe('golden vectors', () => {
  // Core tests prove the whole files; a few rounds show what the command says.
  const { rounds, ...game } = goldenFile('coin-flip')
  const [round, ...otherRounds] = rounds.slice(0, 3)
  const [race] = races.races

  test.each<[string, unknown, string]>([
    [
      'Coin Flip',
      { ...game, rounds: otherRounds },
      `2 rounds, ${game.invalid.length} invalid`,
    ],
    ['Horse Race', { ...races, races: [race] }, '1 races, '],
    ['anchors', anchors, '7 trees, 3 valid'],
    ['receipts', receiptGoldenVectors(), '1 keys, 12 valid'],
  ])('of %s are made again', async (_, content, counts) => {
    const { code, stdout } = await verifyContent(content)
    expect(stdout).toContain(`REPRODUCED: ${counts}`)
    expect(code).toBe(0)
  })

  const [, wrong] = game.invalid.map((one) => ({ ...one, failure: 'shown' }))
  const changedRounds = {
    ...game,
    epoch: { ...game.epoch, root: '00'.repeat(32) },
    rounds: [...otherRounds, { ...round, draws: [] }],
    invalid: [wrong],
  }

  test('are named if they differ', async () => {
    const { code, stdout } = await verifyContent(changedRounds)
    const differences = [
      'the epoch',
      'rounds 2',
      `${wrong?.what}: shown, found bet`,
    ]
    expect(stdout.match(/(?<=FAILED {2}).*/g)).toEqual(differences)
    expect(stdout).toContain('NOT REPRODUCED: 3 differences')
    expect(code).toBe(1)
  })
})

test('does not prove a race whose salt a node contradicts', async () => {
  const record = readJson(exampleFile('race-record'))
  const { genesisHash, hash, number, timestamp } =
    raceRecord.parse(record).gameData.saltBlock ?? expect.unreachable()
  const answers: Record<string, unknown> = {
    eth_chainId: numberToHex(97),
    eth_blockNumber: numberToHex(number),
    '0x0': { hash: genesisHash, timestamp: '0x0' },
    [numberToHex(number)]: { hash, timestamp: numberToHex(timestamp) },
  }
  const before = (seconds: number) => ({
    hash,
    timestamp: numberToHex(seconds),
  })
  const node = await startNode(({ method, params: [block] }) => ({
    result: answers[method] ?? answers[String(block)] ?? before(timestamp),
  }))
  onTestFinished(node.close)
  const file = await readFile(record)
  const args = ['--rpc', node.url, file]
  const inPython = () => hasPython && pythonFinding(node.url, file)
  const early = await run(...args)
  expect(early.stdout).toContain('an earlier block was late enough')
  expect(early.code).toBe(1)
  const contradicted = 'contradicted: an earlier block is the salt'
  expect(await inPython()).toBe(hasPython && contradicted)
  answers[numberToHex(number - 1)] = before(timestamp - 1)
  const held = await run(...args)
  expect(held.stdout).toContain('ok      The chain has that exact block')
  expect(held.code).toBe(0)
  expect(await inPython()).toBe(hasPython && 'holds')
})

describe('an anchored record', () => {
  const { record } = anchors.valid[0] ?? {}

  test('is proven by its path without a node', async () => {
    const { code, stdout } = await verifyContent(record)
    expect(stdout).toContain('ok      This command followed the path')
    expect(stdout).toContain('ok      The block is older than the bet')
    expect(stdout).toContain(
      'note    Not checked: no node has been asked yet.\n',
    )
    expect(code).toBe(0)
  })

  test('is refuted by a node with another root', async () => {
    const { anchor } = verificationRecord.parse(record).gameData
    const head = numberToHex(anchor?.block ?? 0)
    const answers: Record<string, unknown> = {
      eth_chainId: numberToHex(anchor?.chainId ?? 0),
      eth_blockNumber: head,
      eth_call: `0x${'ff'.repeat(32)}`,
      eth_getBlockByNumber: { hash: anchor?.genesisHash, timestamp: '0x0' },
    }
    const node = await startNode(({ method }) => ({ result: answers[method] }))
    onTestFinished(node.close)
    const { code, stdout } = await run(
      '--rpc',
      node.url,
      await readFile(record),
    )
    expect(stdout).toContain(
      'FAILED  Contradicted: the chain doesn’t have that root',
    )
    expect(stdout).toContain('NOT PROVEN: The chain contradicts the record')
    expect(stdout).not.toMatch(/^PROVEN/m)
    expect(code).toBe(1)
  })
})

describe('evidence of a sports bet', () => {
  const decidedAt = '2027-01-15T12:00:00.000Z'
  const decision = {
    decidedAt,
    decision: 'Final score',
    reason: 'A late call.',
  }
  const evidence = toRecord(wonBet(), { decisions: [decision] })

  test('is printed with exit code 2, and no proof is claimed', async () => {
    const file = await readFile(evidence)
    const { code, stdout } = await runScript('verify.ts', [file], {})
    expect(stdout).toContain('on Miami Heat at Boston Celtics, from simulated')
    expect(stdout).toContain(
      '  bet      Boston Celtics, 10 at -150 of rubberbook, line none\n',
    )
    expect(stdout).toContain('  score    101 (home) to 99 (away)\n')
    expect(stdout).toContain('Final score: A late call.\n')
    expect(stdout).toContain('EVIDENCE, NOT PROOF: This is evidence')
    expect(stdout).not.toMatch(/^PROVEN/m)
    expect(code).toBe(2)
  })

  test('is refuted if it contradicts itself', async () => {
    const bet = { ...evidence.gameData.bet, payout: 15 }
    const gameData = { ...evidence.gameData, bet }
    const { code, stdout } = await verifyContent({ ...evidence, gameData })
    expect(stdout).toContain('NOT PROVEN: payout: ')
    expect(stdout).not.toContain('NOT PROOF')
    expect(code).toBe(1)
  })
})

test.each([
  ['text', 'no json', /is not JSON/],
  ['null', 'null', /not the record of a finished round\. As a whole: /],
  ['an empty object', '{}', /finished round\. id: .* \(and 8 more\)/],
  ['no player', honest.replace(/"player".*/, ''), /gameData\.player: /],
  [
    'a nonce in a text',
    honest.replace('1024', '"1024"'),
    /nonce: .*expected number/,
  ],
  [
    'a sports bet of no kind',
    toRecord(wonBet(), { kind: undefined } as object),
    /gameData\.kind: /,
  ],
])('refuses a file with %s in one sentence', async (_, content, sentence) => {
  const { code, stdout, stderr } = await verifyContent(content)
  expect(stderr).toMatch(sentence)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stdout).toBe('')
  expect(code).toBe(1)
})

test.each([
  [
    'round',
    honestRound,
    'player rulesVersion bet serverSeedHash weaker epoch epochRoot epochPath',
    'epochRoot',
  ],
  [
    'race',
    raceBet,
    'rulesVersion closedAtMs serverSeedHash chainTerminal raceId bet index',
    'chainTerminal',
  ],
])('names what to keep of a %s that is not over', async (...args) => {
  const [, { serverSeed: _, clientSeed: __, ...record }, early, root] = args
  const shown = early.split(' ').map((name) => [name, record.gameData[name]])
  const { code, stdout, stderr } = await verifyContent({
    ...record,
    outcome: 'Not over yet',
    gameData: Object.fromEntries(shown),
  })
  expect(stderr).toMatch(/is the record of a round that is not over/)
  expect(stderr).toContain(`Keep its serverSeedHash and ${root}`)
  expect(stderr).not.toMatch(/finished round\. /)
  expect(stdout).toBe('')
  expect(code).toBe(1)
})

test.each([
  ['no argument', [], /^Usage: /],
  ['a missing file', ['nowhere.json'], /^Cannot read nowhere\.json: ENOENT/],
  ['half an address', ['http://'], /^Cannot fetch http:\/\/: Invalid URL/],
  ['a server that is away', ['http://127.0.0.1:1/x'], /^Cannot fetch http:/],
])('refuses %s', async (_, args, sentence) => {
  const { code, stderr } = await run(...args)
  expect(stderr).toMatch(sentence)
  expect(code).toBe(1)
})

describe('a record from an address', () => {
  const { id } = honestRound
  const OTHER = '01890000-0000-7000-9000-000000000000'
  const HOUSE = 'https://casino.example'

  function serve() {
    const known = [id, OTHER].map((one) => `${HOUSE}/api/verify/${one}`)
    const problem = { code: 'not_found', message: 'No such round' }
    const refusal = { ...problem, requestId: '1' }
    const fetching = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (url) =>
        known.includes(String(url))
          ? new Response(honest)
          : Response.json(refusal, { status: 404 }),
      )
    onTestFinished(() => fetching.mockRestore())
  }

  test.each(['api/verify', 'verify'])('is found at /%s/{id}', async (path) => {
    serve()
    const { code, stdout } = await run(`${HOUSE}/${path}/${id}`)
    expect(stdout).toMatch(/^PROVEN/m)
    expect(code).toBe(0)
  })

  test.each([
    ['that is refused', 'none', 'it answered 404: No such round'],
    [
      'of another round',
      OTHER,
      `answered with the record of another round, ${id}`,
    ],
  ])('%s is not taken', async (_, path, sentence) => {
    serve()
    const { code, stdout, stderr } = await run(`${HOUSE}/verify/${path}`)
    expect(stderr).toContain(sentence)
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })
})

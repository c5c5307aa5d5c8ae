import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { RACE_GOLDEN, raceGoldenVectors } from './lib/golden-files.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'

const golden = raceGoldenVectors()
const raceFile = join(PROJECT_ROOT, 'docs/verifier/example-race-record.json')
const betFile = join(PROJECT_ROOT, 'docs/verifier/example-race-bet-record.json')
const folder = await mkdtemp(join(tmpdir(), 'verify-race-'))
afterAll(() => rm(folder, { recursive: true }))

function verify(file: string) {
  type Ran = { code: number; stdout: string; stderr: string }
  const script = join(PROJECT_ROOT, 'scripts/verify.ts')
  return new Promise<Ran>((resolve) => {
    execFile(process.execPath, [script, file], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

async function verifyRecord(record: unknown) {
  const file = join(folder, 'record.json')
  await writeFile(file, JSON.stringify(record))
  return verify(file)
}

const validOne = (what: string) =>
  golden.valid.find((one) => one.what === what)?.record

test('prints checks, places and what is left to compare of a race', async () => {
  const { code, stdout } = await verify(raceFile)
  expect(stdout).toContain('Horse Race, race 2\n')
  expect(stdout.match(/^ {2}ok /gm)).toHaveLength(5)
  expect(stdout).toContain('  ticks    168\n')
  expect(stdout).toMatch(/^ {2}place 1 {2}horse 4, Red Fury, at 85\.\d{10} %$/m)
  expect(stdout).toMatch(/^PROVEN, if this is the terminal hash/m)
  expect(stdout).toContain('if block 80000200 of chain 97 is the first')
  expect(stdout).not.toContain('Note: ')
  expect(code).toBe(0)
})

test('prints bet and payout of a bet', async () => {
  const { code, stdout } = await verify(betFile)
  expect(stdout).toContain('Horse Race, a bet on race 2\n')
  expect(stdout).toContain('  bet      {"amount":1,"horseId":4}, number 3\n')
  expect(stdout).toContain('  payout   4\n')
  expect(stdout).toMatch(/^PROVEN/m)
  expect(code).toBe(0)
})

test('says that the operator makes the blocks of a local chain', async () => {
  const record = validOne('a race by a block of a local chain')
  const { code, stdout } = await verifyRecord(record)
  expect(stdout).toMatch(/^Note: Weaker: .*could have chosen\.$/m)
  expect(stdout).toMatch(/^PROVEN/m)
  expect(code).toBe(0)
})

test('says of a void race what is the word of the house', async () => {
  const { code, stdout } = await verifyRecord(validOne('a bet on a void race'))
  expect(stdout).toContain('  void     never run\n')
  expect(stdout).toMatch(/^Note: The house did not run this race/m)
  expect(stdout).not.toContain('and if block')
  expect(code).toBe(0)
})

test('makes the golden races again', async () => {
  const { code, stdout } = await verify(RACE_GOLDEN)
  const { races, invalid } = golden
  expect(stdout).toContain(`MADE AGAIN: ${races.length} races, and `)
  expect(stdout).toContain(`${invalid.length} invalid records refused`)
  expect(code).toBe(0)
})

test('names what of the golden races comes out otherwise', async () => {
  const [first, second] = golden.races
  const other = { ...second, raceHash: '00'.repeat(32) }
  const changed = { ...golden, races: [first, other], invalid: [] }
  const { code, stdout } = await verifyRecord(changed)
  expect(stdout).toContain('  FAILED  race 1\n')
  expect(stdout).toContain('NOT MADE AGAIN: Horse Race differs in 1 places.')
  expect(code).toBe(1)
})

describe('what is no valid record', () => {
  const failures = new Set(golden.invalid.map(({ failure }) => failure))
  const oneOfEach = [...failures].flatMap((failure) =>
    golden.invalid.filter((one) => one.failure === failure).slice(0, 1),
  )

  test.each(oneOfEach)('is refused for $failure: $what', async (one) => {
    const { code, stdout, stderr } = await verifyRecord(one.record)
    const refusal =
      one.failure === 'malformed'
        ? 'is not the record of a finished round'
        : `NOT PROVEN: ${one.failure}: `
    expect(stdout + stderr).toContain(refusal)
    expect(stdout).not.toMatch(/^PROVEN/m)
    expect(code).toBe(1)
  })

  test('says of an open bet that its race is not over, and what to keep', async () => {
    const {
      serverSeed: _,
      clientSeed: __,
      gameData,
      ...open
    } = JSON.parse(await readFile(betFile, 'utf8'))
    const { rulesVersion, closedAtMs, serverSeedHash, chainTerminal } = gameData
    const { raceId, bet, index } = gameData
    const announced = {
      rulesVersion,
      closedAtMs,
      serverSeedHash,
      chainTerminal,
    }
    const { code, stdout, stderr } = await verifyRecord({
      ...open,
      outcome: 'Not over yet',
      gameData: { ...announced, raceId, bet, index },
    })
    expect(stderr).toMatch(/is the record of a round that is not over/)
    expect(stderr).toMatch(/Keep its serverSeedHash and chainTerminal/)
    expect(stdout).toBe('')
    expect(code).toBe(1)
  })
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { receiptRows } from '#core/receipts/receipt.ts'
import type { Receipt } from '#core/schemas/receipt.ts'
import { runScript } from '#testing/process/run-script.ts'
import { receiptGolden } from './golden/receipts.ts'

const folder = await mkdtemp(join(tmpdir(), 'verify-receipt-'))
afterAll(() => rm(folder, { recursive: true }))

const { invalid, keys, valid } = receiptGolden()
const [key = ''] = keys
/** A bet that was won at once. */
const won = valid.find(({ amounts }) => amounts.length === 2) as Receipt

async function fileOf(name: string, content: unknown): Promise<string> {
  const file = join(folder, name)
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(file, text)
  return file
}

async function verify(receipt: Receipt, ...options: string[]) {
  const file = await fileOf('receipt.json', receipt)
  return runScript('verify.ts', [file, ...options], {})
}

/** The player's history, as GET /api/transactions has it. */
const history = receiptRows(won)
  .map((row, at) => ({
    ...row,
    id: at === 0 ? won.id : won.player,
    type: at === 0 ? 'bet' : 'win',
    gameType: 'Coin Flip',
    timestamp: '2026-11-25T10:00:00.000Z',
    metadata: null,
  }))
  .toReversed()

test('a receipt is the house’s by a key, which has to be compared where none is given', async () => {
  const alone = await verify(won)
  expect(alone.code).toBe(0)
  expect(alone.stdout).toContain(
    `SIGNED, if this is a key that the house has published:\n  ${won.key}`,
  )
  const published = await fileOf('keys.json', {
    keys: [{ key, createdAt: '2026-11-25T10:00:00.000Z' }],
  })
  for (const known of [key, published]) {
    const { code, stdout } = await verify(won, '--key', known)
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('SIGNED by the house.'),
    })
  }
})

test('one that was changed, or is of another key, is not', async () => {
  for (const { failure, receipt } of invalid.slice(0, 4)) {
    const { code, stdout } = await verify(receipt, '--key', key)
    expect({ failure, code, stdout }).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('NOT PROVEN'),
    })
  }
})

test('its rows are there, missing or changed in a history', async () => {
  const [win, bet] = history
  const cases = [
    { rows: history, code: 0, text: 'THERE' },
    {
      rows: [bet],
      code: 1,
      text: `CONTRADICTED: Transaction ${won.seq} is missing.`,
    },
    {
      rows: [win, { ...bet, amount: -11 }],
      code: 1,
      text: `CONTRADICTED: Transaction ${won.seq - 1} was changed`,
    },
    {
      rows: [win, { ...bet, id: won.player }],
      code: 1,
      text: `CONTRADICTED: Transaction ${won.seq - 1} was of ${won.id}`,
    },
  ]
  for (const { code, rows, text } of cases) {
    const against = await fileOf('history.json', rows)
    expect(await verify(won, '--against', against)).toMatchObject({
      code,
      stdout: expect.stringContaining(text),
    })
  }
})

test('the table that the history saves will do', async () => {
  const lines = history.map(
    ({ amount, balanceAfter, id, seq, timestamp, type }) =>
      `${timestamp},${type},"A, quoted game",${amount},${balanceAfter},${seq},${id}`,
  )
  const head = 'timestamp,type,gameType,amount,balanceAfter,seq,id'
  const table = (some: string[]) => `${[head, ...some].join('\r\n')}\r\n`
  const whole = await fileOf('history.csv', table(lines))
  expect(await verify(won, '--against', whole)).toMatchObject({ code: 0 })
  const short = await fileOf('history.csv', table(lines.slice(1)))
  expect(await verify(won, '--against', short)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`Transaction ${won.seq} is missing.`),
  })
})

test('another receipt contradicts it when both can not be true', async () => {
  const other = await fileOf('other.json', { ...won, balance: 5 })
  expect(await verify(won, '--against', other)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('both receipts can not be true'),
  })
  const same = await fileOf('other.json', won)
  expect(await verify(won, '--against', same)).toMatchObject({ code: 0 })
})

test('what is no history, and no key, is said', async () => {
  const nothing = await fileOf('nothing.json', {})
  for (const option of ['--against', '--key']) {
    const { code, stderr } = await verify(won, option, nothing)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing.json has no'),
    })
  }
})

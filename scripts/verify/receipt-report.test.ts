import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Receipt } from '#core/api/receipts.ts'
import { receiptRows } from '#core/receipts/receipt.ts'
import { captureOutput } from '#testing/process/printed-by.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import example from '../../docs/verifier/example-record.json' with {
  type: 'json',
}
import { receiptGoldenVectors } from '../lib/golden-files.ts'
import { verify } from './verify.ts'

const { invalid, keys, valid } = receiptGoldenVectors()
const [key = ''] = keys
const won = valid.find(
  ({ transactions }) => transactions.length === 2,
) as Receipt

/** Player's rows, newest first, as GET /api/transactions answers them. */
const history = receiptRows(won)
  .map((row, at) => ({
    ...row,
    id: at === 0 ? won.id : won.player,
    gameType: won.gameType,
    timestamp: won.timestamp,
  }))
  .toReversed()
const [win, bet] = history

const { bet: placed, ...seeds } = won.terms ?? {}
const record = {
  ...example,
  ...seeds,
  id: won.id,
  gameData: { ...example.gameData, bet: placed },
}

function toTable(rows: typeof history): string {
  const lines = rows.map(
    ({ amount, balanceAfter, id, seq, timestamp, type }) =>
      `${timestamp},${type},"A, quoted game",${amount},${balanceAfter},${seq},${id}`,
  )
  const head = 'timestamp,type,gameType,amount,balanceAfter,seq,id'
  return `${[head, ...lines].join('\r\n')}\r\n`
}

async function readFile(name: string, content: unknown): Promise<string> {
  const file = join(testFolder(), name)
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await writeFile(file, text)
  return file
}

async function verifyReceipt(receipt: Receipt, ...options: string[]) {
  const file = await readFile('receipt.json', receipt)
  const { result: code, ...printed } = await captureOutput(() =>
    verify([file, ...options]),
  )
  return { code, ...printed }
}

test('prints the key of a receipt if none is given to compare', async () => {
  const { code, stdout } = await verifyReceipt(won)
  expect(stdout).toContain(
    `SIGNED, if this is a key that the server has published:\n  ${won.key}`,
  )
  expect(code).toBe(0)
})

test('accepts a receipt by a key or a file of published keys', async () => {
  const published = { keys: [{ key, createdAt: won.timestamp }] }
  for (const known of [key, await readFile('keys.json', published)]) {
    const { code, stdout } = await verifyReceipt(won, '--key', known)
    expect(stdout).toContain('SIGNED by the house.')
    expect(code).toBe(0)
  }
})

test.each(invalid.slice(0, 4))('refuses $what', async ({ receipt }) => {
  const { code, stdout } = await verifyReceipt(receipt, '--key', key)
  expect(stdout).toContain('NOT PROVEN')
  expect(code).toBe(1)
})

test.each<[string, unknown, string]>([
  ['the history', history, 'THERE'],
  ['the saved table', toTable(history), 'THERE'],
  ['itself', won, 'THERE'],
  [
    'a saved table without its win',
    toTable(history.slice(1)),
    `CONTRADICTED: Transaction ${won.seq} is missing.`,
  ],
  [
    'a history with another stake',
    [win, { ...bet, amount: -11 }],
    `CONTRADICTED: Transaction ${won.seq - 1} was changed`,
  ],
  [
    'a history with another round',
    [win, { ...bet, id: won.player }],
    `CONTRADICTED: Transaction ${won.seq - 1} belonged to ${won.id}`,
  ],
  [
    'a receipt with another balance',
    { ...won, balance: 5 },
    'CONTRADICTED: both receipts can not be true',
  ],
  ['the record of its bet', record, 'THERE'],
  [
    'a record with another bet',
    { ...record, clientSeed: 'another' },
    'CONTRADICTED: the record of the bet has another clientSeed',
  ],
])('compares a receipt with %s', async (_, against, line) => {
  const file = await readFile('against', against)
  const { code, stdout } = await verifyReceipt(won, '--against', file)
  expect(stdout).toContain(line)
  expect(code).toBe(line === 'THERE' ? 0 : 1)
})

test.each(['--against', '--key'])('refuses an empty %s', async (option) => {
  const nothing = await readFile('nothing.json', {})
  const { code, stderr } = await verifyReceipt(won, option, nothing)
  expect(stderr).toContain('nothing.json has no')
  expect(code).toBe(1)
})

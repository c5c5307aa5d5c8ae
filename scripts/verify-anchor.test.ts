import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANCHORED_TOPIC } from '#core/chain/anchor-contract.ts'
import { anchorGoldenFile } from '#core/schemas/anchor-golden-file.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import { ANCHOR_GOLDEN } from './lib/golden-files.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'

const golden = anchorGoldenFile.parse(
  JSON.parse(await readFile(ANCHOR_GOLDEN, 'utf8')),
)
const record = verificationRecord.parse(golden.valid[0]?.record)
const { anchor } = record.gameData
if (!anchor) throw new Error('Golden anchors have one')

const hex = (value: number) => `0x${value.toString(16)}`
const mined = { hash: anchor.blockHash, timestamp: hex(anchor.blockTimestamp) }
/** What an honest node says; a test changes it. */
const answers: Record<string, unknown> = {
  eth_chainId: hex(anchor.chainId),
  eth_blockNumber: hex(anchor.block),
  eth_call: `0x${anchor.root}`,
  eth_getTransactionReceipt: {
    blockNumber: hex(anchor.block),
    blockHash: anchor.blockHash,
    logs: [
      {
        address: anchor.contract,
        topics: [
          ANCHORED_TOPIC,
          `0x${anchor.number.toString(16).padStart(64, '0')}`,
          `0x${anchor.root}`,
        ],
      },
    ],
  },
  'eth_getBlockByNumber 0x0': { hash: anchor.genesisHash, timestamp: '0x0' },
  [`eth_getBlockByNumber ${hex(anchor.block)}`]: mined,
}

const folder = await mkdtemp(join(tmpdir(), 'verify-anchor-'))
const file = join(folder, 'record.json')
const node = createServer(async (request, response) => {
  const { method, params } = (await json(request)) as {
    method: string
    params: unknown[]
  }
  const result = answers[method] ?? answers[`${method} ${params[0]}`]
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
})
let rpc = ''

beforeAll(async () => {
  await writeFile(file, JSON.stringify(record))
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  rpc = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
afterAll(async () => {
  node.close()
  await rm(folder, { recursive: true })
})

function verify(...args: string[]) {
  type Ran = { code: number; stdout: string; stderr: string }
  const script = join(PROJECT_ROOT, 'scripts/verify.ts')
  return new Promise<Ran>((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

test('without a node the path is checked, and the chain is not', async () => {
  const { code, stdout } = await verify(file)
  expect(stdout).toContain(
    "ok      the epoch's root leads to the anchored root",
  )
  expect(stdout).toContain('not checked: name a node with --rpc')
  expect(stdout).toContain('before the bet')
  expect(code).toBe(0)
})

test('a node that has the root and its block holds', async () => {
  const { code, stdout } = await verify(file, '--rpc', rpc)
  expect(stdout).toContain('chain    holds')
  expect(code).toBe(0)
})

test('a node with another root proves the record wrong', async () => {
  const { eth_call: root } = answers
  answers.eth_call = `0x${'ff'.repeat(32)}`
  const { code, stdout } = await verify('--rpc', rpc, file)
  answers.eth_call = root
  expect(stdout).toContain('chain    contradicted')
  expect(stdout).toContain(
    "NOT PROVEN: the chain contradicts the anchor's root",
  )
  expect(stdout).not.toMatch(/^PROVEN/m)
  expect(code).toBe(1)
})

test('a node that is away leaves it unchecked', async () => {
  const { code, stdout } = await verify(file, '--rpc', 'http://127.0.0.1:1')
  expect(stdout).toContain('not checked: the node does not answer')
  expect(code).toBe(0)
})

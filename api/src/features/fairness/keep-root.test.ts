import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import {
  type VerificationRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import { recordFailure } from '#core/schemas/verified-record.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const fromDocs = (path: string) =>
  fileURLToPath(new URL(`../../../../docs/${path}`, import.meta.url))

const server = await openTestServer()
const folder = await mkdtemp(join(tmpdir(), 'keep-root-'))
afterAll(() => rm(folder, { recursive: true }))

function keepRoot(username: string, cwd: string) {
  const script = fromDocs('verifier/keep-root.mjs')
  const args = [script, server.origin, username, PASSWORD]
  return promisify(execFile)(process.execPath, args, { cwd })
}

test('the documented script keeps the root and plays by a client seed of its own', async () => {
  const { id, username, client } = await server.newPlayer()
  const state = await client.get('/api/fairness')
  const { stdout } = await keepRoot(username, folder)
  expect(stdout).toBe('The root is the one kept.\n')
  const { root } = Object(state.body)
  const kept = await readFile(join(folder, 'roots.txt'), 'utf8')
  expect(kept).toBe(`${id} 0 ${root}\n`)
  const record = await savedRecord()
  expect(record.gameData).toMatchObject({ epochRoot: root, weaker: false })
  expect(recordFailure(nativeHashes, record)).toBeUndefined()
})

test('the documented script sets no client seed where it can not keep the root', async () => {
  const { username, client } = await server.newPlayer()
  const full = join(folder, 'full')
  await mkdir(join(full, 'roots.txt'), { recursive: true })
  await expect(keepRoot(username, full)).rejects.toThrow('EISDIR')
  const { body } = await client.get('/api/fairness')
  expect(body).toMatchObject({ clientSeedBy: 'server', nonce: 0 })
})

test('the documented record has the members of an answered one', async () => {
  const file = fromDocs('verifier/example-record.json')
  const documented = JSON.parse(readFileSync(file, 'utf8'))
  expect(membersOf(await savedRecord())).toEqual(membersOf(documented))
})

async function savedRecord(): Promise<VerificationRecord> {
  const text = await readFile(join(folder, 'record.json'), 'utf8')
  return verificationRecord.parse(JSON.parse(text))
}

function membersOf(record: VerificationRecord): string[] {
  const inData = Object.keys(record.gameData).map((name) => `gameData.${name}`)
  return [...Object.keys(record), ...inData].sort()
}

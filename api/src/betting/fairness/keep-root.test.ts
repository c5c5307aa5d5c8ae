import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { recordFailure } from '#core/evidence/verify.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const SCRIPT = fileURLToPath(
  new URL('../../../../docs/verifier/keep-root.mjs', import.meta.url),
)
const server = await openTestServer()
const folder = await mkdtemp(join(tmpdir(), 'keep-root-'))
afterAll(() => rm(folder, { recursive: true }))

function keepRoot(username: string, cwd: string) {
  const args = [SCRIPT, server.origin, username, PASSWORD]
  return promisify(execFile)(process.execPath, args, { cwd })
}

test('the documented script stores the root and plays by its own client seed', async () => {
  const { id, username, client } = await server.newPlayer()
  const state = await client.get('/api/fairness')
  const { stdout } = await keepRoot(username, folder)
  expect(stdout).toBe('The root is the one kept.\n')
  const { root } = Object(state.body)
  const kept = await readFile(join(folder, 'roots.txt'), 'utf8')
  expect(kept).toBe(`${id} 0 ${root}\n`)
  const saved = await readFile(join(folder, 'record.json'), 'utf8')
  const record = JSON.parse(saved)
  expect(record.gameData).toMatchObject({ epochRoot: root, weaker: false })
  expect(recordFailure(nativeHashes, record)).toBeUndefined()
})

test('the documented script sets no client seed if storing the root fails', async () => {
  const { username, client } = await server.newPlayer()
  const full = join(folder, 'full')
  await mkdir(join(full, 'roots.txt'), { recursive: true })
  await expect(keepRoot(username, full)).rejects.toThrow('EISDIR')
  const { body } = await client.get('/api/fairness')
  expect(body).toMatchObject({ clientSeedBy: 'server', nonce: 0 })
})

import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { createSupervisor } from '../process/supervisor.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

async function start(folder: string) {
  const directory = join(folder, 'postgres')
  const cluster = { directory, password: 'secret' }
  const supervisor = createSupervisor({ logDir: folder })
  onTestFinished(supervisor.stop)
  return startEmbeddedPostgres(cluster, supervisor)
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows
  } finally {
    await client.end()
  }
}

test('a server that a killed run left behind is replaced', async () => {
  const folder = testFolder()
  const orphan = await start(folder)
  const next = await start(folder)
  expect(await orphan.server.ended).toMatchObject({ ok: true })
  expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('commits are durable, pages have checksums and only this machine may connect, with the password', async () => {
  const { url } = await start(testFolder())
  const sql = `SELECT current_setting('fsync') fsync,
    current_setting('synchronous_commit') commit,
    current_setting('data_checksums') checksums,
    current_setting('listen_addresses') listen`
  expect(await query(url, sql)).toEqual([
    { fsync: 'on', commit: 'on', checksums: 'on', listen: '127.0.0.1' },
  ])
  const wrong = url.replace('secret', 'guess')
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow(/password/)
})

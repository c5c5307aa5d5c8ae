import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { expect, test } from 'vitest'
import {
  copyDatabase,
  NEW_PLAYER,
  onDatabase,
  stoppedDatabase,
} from '#testing/database/stopped-database.ts'
import { readStopNote, stopNoteFile } from './stop-note.ts'

const nothing = async () => undefined
const stopped = await stoppedDatabase()

const DAMAGED = / is damaged; restore your copy of /

/** Changes two bytes of the first row of the first page. */
function flip(file: string): void {
  const open = openSync(file, 'r+')
  writeSync(open, Buffer.from([0xff, 0xff]), 0, 2, 8100)
  closeSync(open)
}

test.each([
  ['global_stats', '3000 coins'],
  ['transactions', '3 balances lack the transaction'],
])('a file of %s that is empty is noticed', async (table, words) => {
  const { dataDir, filePath } = copyDatabase(stopped)
  truncateSync(filePath(table))
  await expect(onDatabase(dataDir, nothing)).rejects.toThrow(words)
})

test.each(['users', 'global/1260', 'pg_wal', 'postgresql.conf'])(
  'where %s is missing the database is damaged',
  async (path) => {
    const { dataDir, filePath } = copyDatabase(stopped)
    rmSync(filePath(path), { recursive: true })
    await expect(onDatabase(dataDir, nothing)).rejects.toThrow(DAMAGED)
  },
)

test('reports changed bytes on the disk as damage', async () => {
  const { dataDir, filePath } = copyDatabase(stopped)
  flip(filePath('users'))
  await expect(onDatabase(dataDir, nothing)).rejects.toThrow(DAMAGED)
})

test('names secrets of another copy', async () => {
  const { dataDir, filePath } = copyDatabase(stopped)
  truncateSync(filePath('global/1260'))
  await expect(onDatabase(dataDir, nothing)).rejects.toThrow(
    /does not take the password of .*secrets\.json/,
  )
})

test('starts with the ledger as it is after the note was deleted', async () => {
  const { dataDir, filePath } = copyDatabase(stopped)
  truncateSync(filePath('users'))
  rmSync(stopNoteFile(dataDir))
  await onDatabase(dataDir, nothing)
  expect(readStopNote(dataDir)).toBeUndefined()
})

test('starts after a crash, and with rounds played before it', async () => {
  const { dataDir, filePath } = copyDatabase(stopped)
  await onDatabase(dataDir, async ({ client }) => {
    await client.query(NEW_PLAYER)
    const note = readFileSync(filePath('postmaster.pid'), 'utf8')
    process.kill(Number.parseInt(note, 10), 'SIGKILL')
  })
  expect(readStopNote(dataDir)?.counts).toMatchObject({ players: 3 })
  await onDatabase(dataDir, nothing)
  expect(readStopNote(dataDir)?.counts).toMatchObject({ players: 4 })
})

test('keeps the previous note when a stop finds fewer rows', async () => {
  const { dataDir } = copyDatabase(stopped)
  await onDatabase(dataDir, async ({ client }) => {
    await client.query('DELETE FROM users')
  })
  expect(readStopNote(dataDir)).toEqual(readStopNote(stopped.dataDir))
})

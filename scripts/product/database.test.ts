import { truncateSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  copyDatabase,
  onDatabase,
  stoppedDatabase,
} from '#testing/database/stopped-database.ts'
import { readStopNote } from './stop-note.ts'

const nothing = async () => undefined
const stopped = await stoppedDatabase()

test('a clean stop notes the figures of the ledger', () => {
  expect(readStopNote(stopped.dataDir)?.counts).toMatchObject({
    players: 3,
    transactions: 3,
    'the last posting': 4,
  })
})

test('refuses a start without the players, and keeps the note', async () => {
  const { dataDir, filePath } = copyDatabase(stopped)
  truncateSync(filePath('users'))
  await expect(onDatabase(dataDir, nothing)).rejects.toThrow(
    /^The ledger in .* does not follow from its last clean stop .*: players: 3 then, 0 now; .*all accounts together have -3000 coins, not 0\..*last-stop\.json/,
  )
  expect(readStopNote(dataDir)).toEqual(readStopNote(stopped.dataDir))
})

test('explains damaged files in a sentence', async () => {
  const { dataDir, filePath } = copyDatabase(stopped)
  truncateSync(filePath('global/pg_control'))
  await expect(onDatabase(dataDir, nothing)).rejects.toThrow(
    new RegExp(
      `^The database in ${dataDir}/postgres is damaged; restore your copy of ${dataDir}, or move ${dataDir} away to start over\\. .* ${dataDir}/logs/postgres\\.log$`,
    ),
  )
})

import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { databaseOn } from './database.ts'
import { shortGuard } from './short-guard.ts'

const { pool, close } = await createTestDatabase()
afterAll(() => close())
const db = databaseOn(pool)

test('what was just seen may be written', async () => {
  const guard = await shortGuard(db)
  await expect(db.transaction((tx) => guard.guard(tx))).resolves.toBeUndefined()
})

test('what was seen too long ago may not', async () => {
  const guard = await shortGuard(db, 0)
  const writing = db.transaction((tx) => guard.guard(tx))
  await expect(writing).rejects.toThrow('too old to write')
})

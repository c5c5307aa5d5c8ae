import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { systemEntropy } from '../../platform/entropy.ts'
import { sealedBox } from '../../platform/secrets/sealed-box.ts'
import { createReceiptKeys } from './receipt-keys.ts'

test('processes that start at once sign with one key', async () => {
  const { pool, close } = await createTestDatabase()
  onTestFinished(close)
  const entropy = systemEntropy
  const box = sealedBox(new Map([[1, entropy(32)]]), entropy)
  const secrets = { box, entropy, db: openDatabase(pool) }
  const keys = await Promise.all(
    Array.from({ length: 3 }, () => createReceiptKeys(secrets)),
  )
  const used = keys.map(({ signer }) => signer().publicKey)
  const published = await keys[0]?.list()
  expect(used).toEqual(Array(3).fill(published?.[0]?.publicKey))
  expect(published).toHaveLength(1)
})

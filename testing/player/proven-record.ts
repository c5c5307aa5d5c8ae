import { expect } from 'vitest'
import {
  type VerificationRecord,
  verificationRecord,
} from '#core/evidence/round-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'

/** Reads a round's record as a visitor, and expects that it proves itself. */
export async function provenRecord(
  { origin }: { origin: string },
  id: string,
): Promise<VerificationRecord> {
  const { status, text } = await new TestClient(origin).get(`/api/verify/${id}`)
  expect(status, text).toBe(200)
  const record = JSON.parse(text)
  expect(recordFailure(nativeHashes, record), text).toBeUndefined()
  return verificationRecord.parse(record)
}

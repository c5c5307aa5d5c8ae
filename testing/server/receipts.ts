import { expect } from 'vitest'
import { transactions } from '#core/api/history.ts'
import {
  type Receipt,
  receipt,
  receiptAnswer,
  receiptKeys,
} from '#core/api/receipts.ts'
import { termDifference } from '#core/evidence/bet-terms.ts'
import { anyRecord } from '#core/evidence/record.ts'
import {
  receiptFailure,
  rowDifference,
} from '#core/receipts/verified-receipt.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { type Answer, fine, type TestClient } from './test-client.ts'

export function parseReceipt({ headers, text }: Answer): Receipt {
  const json = headers.get('Receipt')
  expect(json, `a receipt with ${text}`).not.toBeNull()
  return receipt.parse(JSON.parse(json ?? ''))
}

export async function fetchReceipt(
  client: TestClient,
  seq?: number,
): Promise<Receipt | null> {
  const query = seq === undefined ? '' : `?seq=${seq}`
  return receiptAnswer.parse(fine(await client.get(`/api/receipts${query}`)))
    .receipt
}

/** Expects a receipt to match the transaction history and the bet's record. */
export async function expectTrue(client: TestClient, signed: Receipt) {
  expect(await findFailure(client, signed)).toBeUndefined()
  const rows = await client.get(`/api/transactions?before=${signed.seq + 1}`)
  const shown = transactions.parse(rows.body)
  expect(rowDifference(signed, shown)).toBeUndefined()
  if (signed.terms === null) return
  const { body } = await client.get(`/api/verify/${signed.id}`)
  expect(termDifference(signed, anyRecord.parse(body))).toBeUndefined()
}

/** Returns why a receipt fails against the published keys, if it does. */
export async function findFailure(client: TestClient, signed: Receipt) {
  const { keys } = receiptKeys.parse(
    (await client.get('/api/receipts/keys')).body,
  )
  return receiptFailure(
    { hashes: nativeHashes, verify: webCryptoSignature(crypto.subtle) },
    signed,
    keys.map(({ key }) => key),
  )
}

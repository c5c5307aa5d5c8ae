import { expect } from 'vitest'
import { receiptFailure } from '#core/receipts/verified-receipt.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import {
  type Receipt,
  receipt,
  receiptAnswer,
  receiptKeys,
} from '#core/schemas/receipt.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import type { Answer, TestClient } from './test-client.ts'

export function receiptIn({ headers, text }: Answer): Receipt {
  const json = headers.get('Receipt')
  expect(json, `a receipt with ${text}`).not.toBeNull()
  return receipt.parse(JSON.parse(json ?? ''))
}

export async function askedReceipt(
  client: TestClient,
  seq?: number,
): Promise<Receipt | null> {
  const query = seq === undefined ? '' : `?seq=${seq}`
  const answer = await client.get(`/api/receipts${query}`)
  expect(answer.status, answer.text).toBe(200)
  return receiptAnswer.parse(answer.body).receipt
}

/** Why a receipt is none of the house's, by the keys that it shows everybody. */
export async function failureOf(client: TestClient, signed: Receipt) {
  const { keys } = receiptKeys.parse(
    (await client.get('/api/receipts/keys')).body,
  )
  return receiptFailure(
    { hashes: nativeHashes, verify: webCryptoSignature(crypto.subtle) },
    signed,
    keys.map(({ key }) => key),
  )
}

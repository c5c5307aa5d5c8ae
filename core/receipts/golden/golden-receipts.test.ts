import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasPython, pythonVerifier } from '#testing/process/python-verifier.ts'
import { receiptGolden } from '../../../scripts/golden/receipts.ts'
import { RECEIPT_GOLDEN } from '../../../scripts/lib/golden-files.ts'
import { nobleHashes } from '../../fairness/noble-hashes.ts'
import {
  receiptGoldenDifferences,
  receiptGoldenFile,
} from '../../schemas/receipt-golden-file.ts'
import { webCryptoSignature } from '../web-crypto-signature.ts'

const golden = receiptGoldenFile.parse(
  JSON.parse(readFileSync(RECEIPT_GOLDEN, 'utf8')),
)
const tools = {
  hashes: nobleHashes,
  verify: webCryptoSignature(globalThis.crypto.subtle),
}

test('the golden receipts are made again', () => {
  expect(receiptGolden()).toEqual(golden)
})

test('they are the house’s, and what is invalid fails for the stated reason', async () => {
  expect(await receiptGoldenDifferences(tools, golden)).toEqual([])
  const failures = new Set(golden.invalid.map(({ failure }) => failure))
  expect([...failures].sort()).toEqual(['key', 'path', 'signature'])
})

test('a file that is wrong differs by name', async () => {
  const [first] = golden.invalid
  const wrong = { ...golden, valid: golden.invalid.map((one) => one.receipt) }
  const differences = await receiptGoldenDifferences(tools, wrong)
  expect(differences).toHaveLength(golden.invalid.length)
  expect(differences[0]).toBe(`receipt 0: ${first?.failure}`)
})

test.skipIf(!hasPython)(
  'the verifier in Python agrees on all of them (skipped without python3)',
  () => {
    const count = golden.valid.length + golden.invalid.length
    expect(pythonVerifier().verify(RECEIPT_GOLDEN)).toMatchObject({
      status: 0,
      lines: [`${count} of ${count} agree`],
    })
  },
)

import * as z from 'zod/mini'
import { receipt } from '../api/receipts.ts'
import type { Hashes } from '../fairness/hashes.ts'
import {
  receiptFailure,
  type VerifySignature,
} from '../receipts/verified-receipt.ts'
import { hex64 } from './fields.ts'

const failure = z.enum(['path', 'key', 'signature'])

/** The golden vectors of receipts: core/receipts/golden/receipts.json. */
export const receiptGoldenFile = z.strictObject({
  /** Those that the house publishes. */
  keys: z.array(hex64),
  valid: z.array(receipt),
  /** What the house has not signed, and what gives it away first. */
  invalid: z.array(z.strictObject({ what: z.string(), failure, receipt })),
})
export type ReceiptGoldenFile = z.infer<typeof receiptGoldenFile>

/** What of a file comes out otherwise, in a few words each. */
export async function receiptGoldenDifferences(
  tools: { hashes: Hashes; verify: VerifySignature },
  { invalid, keys, valid }: ReceiptGoldenFile,
): Promise<string[]> {
  const differences: string[] = []
  for (const [at, one] of valid.entries()) {
    const found = await receiptFailure(tools, one, keys)
    if (found) differences.push(`receipt ${at}: ${found}`)
  }
  for (const { failure, receipt: one, what } of invalid) {
    const found = await receiptFailure(tools, one, keys)
    if (found !== failure) differences.push(`${what}: ${found ?? 'valid'}`)
  }
  return differences
}

import type * as z from 'zod/mini'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { anchorGoldenDifferences, anchorGoldenFile } from './anchors.ts'
import { goldenDifferences, goldenFile } from './golden-file.ts'
import { raceGoldenDifferences, raceGoldenFile } from './race-golden-file.ts'
import { receiptGoldenDifferences, receiptGoldenFile } from './receipts.ts'

type Checked = {
  name: string
  /** Summary of the reproduced vectors. */
  made: string
  invalid: readonly unknown[]
  differences: string[]
}

const SHOWN_DIFFERENCES = 10

/** Checks a file of golden vectors; undefined for any other. */
type Check = (json: unknown) => Promise<Checked> | undefined

const CHECKS: readonly Check[] = [
  checkOf(goldenFile, (golden) => ({
    name: golden.gameType,
    made: `${golden.rounds.length} rounds of ${golden.gameType}`,
    invalid: golden.invalid,
    differences: goldenDifferences(nobleHashes, golden),
  })),
  checkOf(raceGoldenFile, (golden) => ({
    name: golden.gameType,
    made: `${golden.races.length} races`,
    invalid: golden.invalid,
    differences: raceGoldenDifferences(nobleHashes, golden),
  })),
  checkOf(anchorGoldenFile, (golden) => ({
    name: 'Anchors',
    made: `${golden.trees.length} trees, ${golden.valid.length} valid records`,
    invalid: [],
    differences: anchorGoldenDifferences(nobleHashes, golden),
  })),
  checkOf(receiptGoldenFile, async (golden) => {
    const verify = webCryptoSignature(crypto.subtle)
    const tools = { hashes: nobleHashes, verify }
    return {
      name: 'Receipts',
      made: `${golden.valid.length} valid receipts`,
      invalid: golden.invalid,
      differences: await receiptGoldenDifferences(tools, golden),
    }
  }),
]

function checkOf<Golden>(
  form: z.ZodMiniType<Golden>,
  check: (golden: Golden) => Checked | Promise<Checked>,
): Check {
  return (json) => {
    const golden = form.safeParse(json)
    return golden.success ? Promise.resolve(check(golden.data)) : undefined
  }
}

/**
 * Prints whether golden vectors can be made again.
 *
 * @returns undefined if a file has none.
 */
export async function goldenReport(
  json: unknown,
): Promise<boolean | undefined> {
  for (const check of CHECKS) {
    const checked = await check(json)
    if (!checked) continue
    const { differences, invalid, made, name } = checked
    for (const difference of differences.slice(0, SHOWN_DIFFERENCES)) {
      console.log(`  FAILED  ${difference}`)
    }
    console.log(
      differences.length > 0
        ? `NOT MADE AGAIN: ${name} differs in ${differences.length} places.`
        : `MADE AGAIN: ${made}, and ${invalid.length} invalid records refused for the stated reason`,
    )
    return differences.length === 0
  }
  return undefined
}

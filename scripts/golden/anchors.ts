import { readFileSync } from 'node:fs'
import { raceBetRecord, raceRecord } from '#core/evidence/race-record.ts'
import { verificationRecord } from '#core/evidence/round-record.ts'
import {
  anchoredRecord,
  anchorLeaves,
} from '#testing/samples/anchored-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'
import { type AnchorGoldenFile, goldenTree } from './golden-file.ts'

/** Numbers of leaves around powers of two. */
const SIZES = [1, 2, 3, 4, 5, 8, 9]

/** Generates the golden vectors of anchors, with the examples of docs/verifier anchored. */
export function anchorGolden(): AnchorGoldenFile {
  const records = {
    'a round': verificationRecord.parse(example('record')),
    'a race': raceRecord.parse(example('race-record')),
    'a bet on a race': raceBetRecord.parse(example('race-bet-record')),
  }
  return {
    trees: SIZES.map((size) => goldenTree(nativeHashes, anchorLeaves(size))),
    valid: Object.entries(records).map(([what, honest]) => ({
      what,
      record: anchoredRecord(honest).record,
    })),
  }
}

function example(name: string): unknown {
  const path = `../../docs/verifier/example-${name}.json`
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

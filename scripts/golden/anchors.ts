import {
  anchoredRecord,
  goldenLeaves,
} from '#core/fairness/golden/golden-anchor.ts'
import {
  type AnchorGoldenFile,
  goldenTree,
} from '#core/schemas/anchor-golden-file.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { nativeHashes } from '../../api/src/platform/native-hashes.ts'

/** Around the powers of two. */
const SIZES = [1, 2, 3, 4, 5, 8, 9]

/** The golden vectors of anchors: the same each time. @param records that are valid without one. */
export function anchorGolden(
  records: Readonly<Record<string, VerificationRecord | FinishedRaceRecord>>,
): AnchorGoldenFile {
  return {
    trees: SIZES.map((size) => goldenTree(nativeHashes, goldenLeaves(size))),
    valid: Object.entries(records).map(([what, honest]) => ({
      what,
      record: anchoredRecord(honest).record,
    })),
  }
}

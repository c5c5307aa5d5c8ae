import type { RoundRecord } from '../lib/fairness/judge-record.ts'

/** A round's record as a house tells it that has rules of a later release. */
export function withNewRules<R extends RoundRecord>(
  record: R | undefined,
): R | undefined {
  if (!record) return undefined
  return { ...record, gameData: { ...record.gameData, rulesVersion: 99 } }
}

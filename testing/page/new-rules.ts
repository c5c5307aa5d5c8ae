import type { GameAnswer } from '#core/api/rounds.ts'
import type { RoundRecord } from '../../web/src/proof/fairness/verifier/judge-record.ts'

const rulesVersion = 99

/** A round's record as a house tells it that has rules of a later release. */
export function withNewRules<R extends RoundRecord>(
  record: R | undefined,
): R | undefined {
  if (!record) return undefined
  return { ...record, gameData: { ...record.gameData, rulesVersion } }
}

/** A round's answer of such a house. */
export function answerByNewRules(answer: GameAnswer): GameAnswer {
  return { ...answer, rulesVersion }
}

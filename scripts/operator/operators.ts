import { openOperatorServices } from '../../api/src/operator/operator.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { commandActor } from './command-actor.ts'

/** What operators can do, for a command: the same as over the API. */
export function operators(db: Database) {
  return openOperatorServices({
    clock: systemClock,
    db,
    entropy: systemEntropy,
  })
}

/** Why a command acts, in its words. */
export function asked(words: readonly string[]) {
  const reason = words.join(' ').trim() || 'By the command line.'
  return { actor: commandActor(), reason }
}

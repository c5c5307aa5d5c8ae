import { openPausesService } from '../../api/src/betting/pauses/pauses.service.ts'
import { openLedger } from '../../api/src/ledger/ledger.ts'
import { openOperatorActions } from '../../api/src/operator/operator-actions.service.ts'
import { openOperatorLog } from '../../api/src/operator/operator-log.service.ts'
import { openOperatorTokens } from '../../api/src/operator/operator-tokens.service.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { openAccounts } from '../../api/src/players/auth/managed-accounts.service.ts'
import { commandActor } from './command-actor.ts'

/** Opens operators' services for a command. */
export function operators(db: Database) {
  const opened = { clock: systemClock, db, entropy: systemEntropy }
  const log = openOperatorLog(db, systemClock)
  return {
    accounts: openAccounts(db, systemClock),
    actions: openOperatorActions({
      ...opened,
      ledger: openLedger(opened).service,
      log,
      pauses: openPausesService(db),
    }),
    log,
    tokens: openOperatorTokens(opened, log),
  }
}

/** Attributes a command to its user, with its words as the reason. */
export function asked(words: readonly string[]) {
  const reason = words.join(' ').trim() || 'By the command line.'
  return { actor: commandActor(), reason }
}

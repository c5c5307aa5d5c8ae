import { parseArgs } from 'node:util'
import { reason as validReason } from '#core/api/operator/shared.ts'
import { firstNonceOf } from '#core/fairness/epoch.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { commandFairness } from '../lib/command-fairness.ts'
import { asked, operators } from './operators.ts'

export const RESTORED_USAGE = `npm run operator -- restored --reason <text>
                                        gives every player new seeds after a restore; they are told the reason`

/** Gives all players new seeds after a restore, so that bets are accepted again. */
export async function restored(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const fairness = commandFairness(db, process.env)
  const reason = reasonIn(args)
  if (!fairness) {
    throw new LaunchError('MASTER_KEYS is not set: it seals the new seeds.')
  }
  const { actions } = operators(db)
  const { epoch } = await actions.settleRestore(asked([reason]), fairness)
  return `Every player goes on with new seeds at round ${firstNonceOf(epoch)}. Bets are taken within a second.`
}

function reasonIn(args: readonly string[]): string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { reason: { type: 'string' } },
    })
    return validReason.parse(values.reason)
  } catch {
    throw new LaunchError(RESTORED_USAGE)
  }
}

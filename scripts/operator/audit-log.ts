import type { OperatorAction } from '#core/api/operator/actions.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { operators } from './operators.ts'

export const AUDIT_LOG_USAGE = `npm run operator -- audit-log [before]  what operators did, newest first`

/** @param args number of the last action of the previous page */
export async function auditLog(
  db: Database,
  [before, ...more]: readonly string[],
): Promise<string> {
  if (more.length > 0 || (before && !/^\d{1,15}$/.test(before))) {
    throw new LaunchError(AUDIT_LOG_USAGE)
  }
  const actions = await operators(db).log.page({ before })
  return actions.map(lineOf).join('\n') || 'Nothing was done yet.'
}

function lineOf({ id, at, actor, action, target, reason }: OperatorAction) {
  return `${id}  ${at}  ${actor}  ${action}  ${target}  ${reason}`
}

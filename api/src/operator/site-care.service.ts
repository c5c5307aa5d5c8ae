import type { SiteChange } from '#core/api/site.ts'
import type { Database } from '../platform/db/database.ts'
import type { SiteService } from '../site/settings/site.service.ts'
import type { Asked } from './operator-actions.service.ts'
import type { OperatorLog } from './operator-log.service.ts'

type SiteCareDeps = {
  db: Database
  operatorLog: OperatorLog
  site: Pick<SiteService, 'change' | 'follow'>
}

/** Changes the site's settings, with an entry in the audit log. */
export async function changeSite(
  { db, operatorLog, site }: SiteCareDeps,
  { actor, reason }: Asked,
  texts: SiteChange,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { before, after } = await site.change(tx, { by: actor.name, texts })
    const logged = { action: 'change_site', target: 'site', reason }
    await operatorLog.add(tx, actor, { ...logged, before, after })
  })
  await site.follow()
}

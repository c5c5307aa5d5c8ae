import type { SiteChange } from '#core/api/site.ts'
import type { Database } from '../platform/db/database.ts'
import type { SiteService } from '../site/settings/site.service.ts'
import type { Asked } from './operator-actions.service.ts'
import type { OperatorLog } from './operator-log.service.ts'

type SiteCareDeps = {
  db: Database
  operatorLog: OperatorLog
  site: Pick<SiteService, 'change' | 'follow' | 'settings'>
}

/** Reads and changes the settings of the site, with an entry in the audit log. */
export class SiteCareService {
  readonly #deps: SiteCareDeps

  constructor(deps: SiteCareDeps) {
    this.#deps = deps
  }

  settings() {
    return this.#deps.site.settings()
  }

  async change({ actor, reason }: Asked, texts: SiteChange): Promise<void> {
    const { db, operatorLog, site } = this.#deps
    await db.transaction(async (tx) => {
      const { before, after } = await site.change(tx, { by: actor.name, texts })
      const logged = { action: 'change_site', target: 'site', reason }
      await operatorLog.add(tx, actor, { ...logged, before, after })
    })
    await site.follow()
  }
}

import { eq, sql } from 'drizzle-orm'
import {
  getSiteLinks,
  type OperatorSite,
  readSite,
  SITE_SETTINGS,
  type SiteChange,
  type SiteTexts,
} from '#core/api/site.ts'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { siteSettings } from './settings.table.ts'

const FOLLOW_EVERY_MS = 1_000

export type SiteModule = Awaited<ReturnType<typeof createSettings>>
export type SiteService = SiteModule['service']

/** Creates the module of the site's settings: the environment's, overridden by operators. */
export async function createSettings(
  { db }: Pick<Platform, 'db'>,
  { site: environment }: Pick<Config, 'site'>,
) {
  let overrides = await readOverrides(db)

  async function follow(): Promise<void> {
    overrides = await readOverrides(db)
  }

  function links() {
    const texts: Partial<SiteTexts> = Object.fromEntries(
      [...overrides].map(([setting, { text }]) => [setting, text]),
    )
    return getSiteLinks({ ...environment, ...texts })
  }

  const service = {
    follow,

    settings(): OperatorSite['settings'] {
      return SITE_SETTINGS.map((setting) => {
        const row = overrides.get(setting)
        return {
          setting,
          text: row?.text ?? environment[setting],
          environment: environment[setting],
          changed: row
            ? { at: row.changedAt.toISOString(), by: row.changedBy }
            : null,
        }
      })
    },

    /**
     * Changes texts; all processes follow within a second. A text of the
     * environment deletes the override.
     */
    async change(
      tx: Transaction,
      { by: changedBy, texts }: { by: string; texts: SiteChange },
    ): Promise<Record<'before' | 'after', Partial<SiteTexts>>> {
      const stored = await readOverrides(tx)
      const before: Partial<SiteTexts> = {}
      const after: Partial<SiteTexts> = {}
      for (const setting of SITE_SETTINGS) {
        const text = texts[setting]
        if (text === undefined) continue
        before[setting] = stored.get(setting)?.text ?? environment[setting]
        after[setting] = text
        if (text === environment[setting]) {
          await tx.delete(siteSettings).where(eq(siteSettings.setting, setting))
          continue
        }
        const row = { setting, text, changedBy, changedAt: sql`now()` }
        await tx
          .insert(siteSettings)
          .values(row)
          .onConflictDoUpdate({ target: siteSettings.setting, set: row })
      }
      return { before, after }
    },

    /** Allows a frame its own third party and this site. */
    framePolicy(frame: string): string {
      const { chart, price, swap } = links()
      const { href } = new Map(Object.entries({ chart, price, swap })).get(
        frame,
      ) ?? { href: '' }
      const url = URL.parse(href)
      // Includes subdomains, for redirects within the third party.
      const site = url ? `${url.origin} https://*.${url.host}` : ''
      const framed = frame === 'price' ? '' : site
      return `connect-src 'self' ${site}; frame-src ${framed || "'none'"}`
    },
  }

  return {
    service,
    mount(serve: Serve) {
      serve(readSite, links)
    },
    jobs: [
      { name: 'site', everyMs: FOLLOW_EVERY_MS, run: follow },
    ] satisfies Job[],
  }
}

async function readOverrides(db: Platform['db'] | Transaction) {
  const rows = await db.select().from(siteSettings)
  return new Map(rows.map((row) => [row.setting, row]))
}

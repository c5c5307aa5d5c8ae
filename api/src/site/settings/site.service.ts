import {
  type OperatorSite,
  SITE_SETTINGS,
  type SiteChange,
  type SiteLinks,
  type SiteTexts,
  siteLinksOf,
} from '#core/api/site.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { SettingRow, SiteStore } from './site.store.ts'

export type SiteService = ReturnType<typeof openSiteService>

/** Opens the site's settings: the environment's, overridden by operators. */
export function openSiteService(store: SiteStore, environment: SiteTexts) {
  let overrides: ReadonlyMap<string, SettingRow> = new Map()

  function links(): SiteLinks {
    const texts: Partial<SiteTexts> = Object.fromEntries(
      [...overrides].map(([setting, { text }]) => [setting, text]),
    )
    return siteLinksOf({ ...environment, ...texts })
  }

  return {
    links,

    async follow(): Promise<void> {
      const rows = await store.findAll()
      overrides = new Map(rows.map((row) => [row.setting, row]))
    },

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
     * Changes texts; all processes follow within a second. Setting a text to the
     * environment's deletes the override.
     *
     * @returns the texts before and after.
     */
    async change(
      tx: Transaction,
      { by: changedBy, texts }: { by: string; texts: SiteChange },
    ): Promise<Record<'before' | 'after', Partial<SiteTexts>>> {
      const rows = await store.findAll(tx)
      const before: Partial<SiteTexts> = {}
      const after: Partial<SiteTexts> = {}
      for (const setting of SITE_SETTINGS) {
        const text = texts[setting]
        if (text === undefined) continue
        const row = rows.find((one) => one.setting === setting)
        before[setting] = row?.text ?? environment[setting]
        after[setting] = text
        await (text === environment[setting]
          ? store.remove(tx, setting)
          : store.set(tx, { setting, text, changedBy }))
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
}

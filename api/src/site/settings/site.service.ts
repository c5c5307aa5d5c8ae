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

/** Settings of the site: those of the environment, replaced by those of operators. */
export class SiteService {
  readonly #store: SiteStore
  readonly #environment: SiteTexts
  #written: ReadonlyMap<string, SettingRow> = new Map()

  constructor(store: SiteStore, environment: SiteTexts) {
    this.#store = store
    this.#environment = environment
  }

  async follow(): Promise<void> {
    const rows = await this.#store.findAll()
    this.#written = new Map(rows.map((row) => [row.setting, row]))
  }

  links(): SiteLinks {
    const written: Partial<SiteTexts> = Object.fromEntries(
      [...this.#written].map(([setting, { text }]) => [setting, text]),
    )
    return siteLinksOf({ ...this.#environment, ...written })
  }

  settings(): OperatorSite['settings'] {
    return SITE_SETTINGS.map((setting) => {
      const environment = this.#environment[setting]
      const row = this.#written.get(setting)
      return {
        setting,
        text: row?.text ?? environment,
        environment,
        changed: row
          ? { at: row.changedAt.toISOString(), by: row.changedBy }
          : null,
      }
    })
  }

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
    const rows = await this.#store.findAll(tx)
    const before: Partial<SiteTexts> = {}
    const after: Partial<SiteTexts> = {}
    for (const setting of SITE_SETTINGS) {
      const text = texts[setting]
      if (text === undefined) continue
      const environment = this.#environment[setting]
      const written = rows.find((row) => row.setting === setting)
      before[setting] = written?.text ?? environment
      after[setting] = text
      await (text === environment
        ? this.#store.remove(tx, setting)
        : this.#store.set(tx, { setting, text, changedBy }))
    }
    return { before, after }
  }

  /** Allows a frame its own third party and this site. */
  framePolicy(frame: string): string {
    const { chart, price, swap } = this.links()
    const { href } = new Map(Object.entries({ chart, price, swap })).get(
      frame,
    ) ?? { href: '' }
    const url = URL.parse(href)
    // Includes subdomains, for redirects within the third party.
    const site = url ? `${url.origin} https://*.${url.host}` : ''
    const framed = frame === 'price' ? '' : site
    return `connect-src 'self' ${site}; frame-src ${framed || "'none'"}`
  }
}

import { readSite } from '#core/api/site.ts'
import type { Config } from '../../config.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { openSiteService } from './site.service.ts'
import { SiteStore } from './site.store.ts'

const FOLLOW_EVERY_MS = 1_000

export type SiteModule = Awaited<ReturnType<typeof openSite>>

/** Opens the settings of the site: admins, links, partners and markets. */
export async function openSite(
  { db }: Pick<Platform, 'db'>,
  { site }: Pick<Config, 'site'>,
) {
  const service = openSiteService(new SiteStore(db), site)
  await service.follow()
  return {
    service,
    mount(serve: Serve) {
      serve(readSite, () => service.links())
    },
    jobs: [
      {
        name: 'site',
        everyMs: FOLLOW_EVERY_MS,
        run: () => service.follow(),
      },
    ],
  }
}

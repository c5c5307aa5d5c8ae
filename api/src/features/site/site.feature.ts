import { Router } from 'express'
import { siteLinks } from '#core/schemas/site.ts'
import type { Config } from '../../config.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'
import { SiteService } from './site.service.ts'
import { SiteStore } from './site.store.ts'

const FOLLOW_EVERY_MS = 1_000

export type SiteFeature = Awaited<ReturnType<typeof openSite>>

/** Opens the settings of the site: admins, links, partners and markets. */
export async function openSite(
  { db }: Pick<Platform, 'db'>,
  { site }: Pick<Config, 'site'>,
) {
  const service = new SiteService(new SiteStore(db), site)
  await service.follow()
  return {
    service,
    reference: [siteReference],
    routes: () =>
      Router().get('/site', (_req, res) => void res.json(service.links())),
    jobs: [
      {
        name: 'site',
        everyMs: FOLLOW_EVERY_MS,
        run: () => service.follow(),
      },
    ],
  }
}

const siteReference: ReferenceSection = {
  name: 'Site',
  description: 'Admins, links, partners and markets of the site.',
  routes: [
    {
      method: 'get',
      path: '/api/site',
      summary: 'Read the admins, links, partners and markets of the site',
      description: 'An empty text or `href` is not announced yet.',
      access: 'everyone',
      answer: { status: 200, schema: siteLinks },
    },
  ],
}

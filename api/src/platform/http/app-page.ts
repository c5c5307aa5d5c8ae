import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Request, type RequestHandler, Router } from 'express'
import * as z from 'zod'
import { SIGNED_IN_COOKIE } from '#core/api/account.ts'
import { builtAnswer } from './built-answer.ts'
import { pageHead, withHead } from './page-head.ts'

/**
 * Serves the app's one HTML file, with the head of the page that was asked for:
 * programs that preview links run no scripts. Each build is read once.
 *
 * @param site where players reach it.
 */
export function appPage(webDir: string, site: URL): RequestHandler {
  const index = join(webDir, 'index.html')
  let build: { writtenAtMs: number; routes: Router } | undefined
  return async (req, res, next) => {
    const writtenAtMs = await stat(index).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (writtenAtMs === undefined) return next()
    if (build?.writtenAtMs !== writtenAtMs) {
      build = { writtenAtMs, routes: await pageRoutes(webDir, site) }
    }
    build.routes(req, res, next)
  }
}

/** Reads paths as the app's own router does; one that it does not know is its start page. */
async function pageRoutes(webDir: string, site: URL): Promise<Router> {
  const index = await readFile(join(webDir, 'index.html'), 'utf8')
  const heads = await headsIn(webDir)
  const routes = Router()
  for (const head of heads) {
    const { body } = head
    const [visitor, player] = [body.visitor, body.player].map((shown) =>
      builtAnswer('html', withHead(index, head, { site, body: shown })),
    )
    routes.get(head.path, (req, res, next) => {
      res.vary('Cookie')
      const answer = isSignedIn(req) ? player : visitor
      return answer?.(req, res, next)
    })
  }
  const start = heads.find(({ path }) => path === '/')
  const html = start ? withHead(index, start, { site, body: '' }) : index
  routes.get('/{*path}', builtAnswer('html', html))
  return routes
}

/** As the page's own scripts decide it. */
function isSignedIn({ headers: { cookie = '' } }: Request): boolean {
  return cookie.includes(`${SIGNED_IN_COOKIE}=`)
}

/** The pages that the web's build lists; none of a build without a list. */
async function headsIn(webDir: string) {
  const path = join(webDir, 'pages.json')
  if (!existsSync(path)) return []
  return z.array(pageHead).parse(JSON.parse(await readFile(path, 'utf8')))
}

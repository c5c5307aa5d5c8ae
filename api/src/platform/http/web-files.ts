import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import compressedBefore from 'express-static-gzip'
import { appPage } from './app-page.ts'
import { notFound } from './error-handler.ts'
import { staticText } from './send.ts'

/**
 * Serves the web build; the app routes every path without a file.
 *
 * @param site public URL of the site.
 */
export function webFiles(
  webDir: string,
  { site, framePolicy }: { site: URL; framePolicy: (frame: string) => string },
): Router {
  const router = Router()
  router.use(
    '/assets',
    compressedBefore(join(webDir, 'assets'), {
      enableBrotli: true,
      index: false,
      orderPreference: ['br'],
      serveStatic: { immutable: true, maxAge: '1y' },
    }),
    notFound,
  )
  for (const page of globSync(['docs.html', 'verify.html'], { cwd: webDir })) {
    router.get(addressOf(page), ownPage(join(webDir, page)))
  }
  // Each frame may embed only the third party that the site configures.
  for (const page of globSync('frames/*.html', { cwd: webDir })) {
    const narrowed = () =>
      `frame-ancestors 'self', ${framePolicy(basename(page, '.html'))}`
    router.get(addressOf(page), ownPage(join(webDir, page), narrowed))
  }
  router.use('/social', forAnySite)
  router.use(express.static(webDir, { index: false, maxAge: '1h' }))
  router.get('/{*path}', appPage(webDir, site))
  return router
}

const addressOf = (page: string) =>
  page === 'docs.html' ? '/docs' : `/${page}`

/** Other sites show the preview pictures. */
const forAnySite: RequestHandler = (_req, res, next) => {
  res.set('Cross-Origin-Resource-Policy', 'cross-origin')
  next()
}

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/

/**
 * Serves a built page that the app does not route. Its own policy, if any,
 * replaces the site's, which would block its scripts.
 *
 * @param rest of the policy; a comma starts a second policy that also applies.
 */
function ownPage(
  path: string,
  rest = () => "frame-ancestors 'none'",
): RequestHandler {
  const html = readFileSync(path, 'utf8')
  const [, policy] = POLICY.exec(html) ?? []
  const answer = staticText('html', html)
  return (req, res, next) => {
    if (policy) res.set('Content-Security-Policy', `${policy}; ${rest()}`)
    answer(req, res, next)
  }
}

import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import express, { type RequestHandler, Router } from 'express'
import compressedBefore from 'express-static-gzip'
import { appPage } from './app-page.ts'
import { nothingHere } from './nothing-here.ts'
import { ownPage } from './own-page.ts'

/**
 * Serves the built web; every path without a file is the app's to route.
 *
 * @param site where players reach it.
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
    nothingHere,
  )
  for (const page of globSync(['docs.html', 'verify.html'], { cwd: webDir })) {
    router.get(addressOf(page), ownPage(join(webDir, page)))
  }
  // Third-party frames, each narrowed to the third party that the site names.
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

/** Other sites show the pictures of shared links. */
const forAnySite: RequestHandler = (_req, res, next) => {
  res.set('Cross-Origin-Resource-Policy', 'cross-origin')
  next()
}

import { globSync } from 'node:fs'
import { join } from 'node:path'
import compression from 'compression'
import express, { Router } from 'express'
import { nothingHere } from './nothing-here.ts'
import { ownPolicy } from './own-policy.ts'

/** Serves the built web; every path without a file is the app's to route. */
export function webFiles(webDir: string): Router {
  const router = Router()
  router.use(compression())
  router.use(
    '/assets',
    express.static(join(webDir, 'assets'), {
      immutable: true,
      maxAge: '1y',
    }),
    nothingHere,
  )
  router.get('/verify.html', ownPolicy(join(webDir, 'verify.html')))
  // Third-party frames, each with a policy that names its third party.
  for (const page of globSync('frames/*.html', { cwd: webDir })) {
    router.get(`/${page}`, ownPolicy(join(webDir, page), "'self'"))
  }
  router.use(express.static(webDir, { index: false, maxAge: '1h' }))
  router.get('/{*path}', (_req, res) => {
    res.set('Cache-Control', 'no-cache')
    res.sendFile('index.html', { root: webDir })
  })
  return router
}

import { existsSync, readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/

/**
 * For a page that brings all it needs and says so in a policy of its own: the
 * site's would not run its script. Without such a page the site's stays.
 */
export function ownPolicy(path: string): RequestHandler {
  const html = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [, policy] = POLICY.exec(html) ?? []
  const header = policy && `${policy}; frame-ancestors 'none'`
  return (_req, res, next) => {
    if (header) res.set('Content-Security-Policy', header)
    next()
  }
}

import { existsSync, readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/

/**
 * For a page that brings all it needs and says in a policy of its own what it
 * runs and whom it asks: the site's would not let it. Without such a page the
 * site's stays.
 *
 * @param ancestors which pages may frame it.
 */
export function ownPolicy(
  path: string,
  ancestors: "'none'" | "'self'" = "'none'",
): RequestHandler {
  const html = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const [, policy] = POLICY.exec(html) ?? []
  const header = policy && `${policy}; frame-ancestors ${ancestors}`
  return (_req, res, next) => {
    if (header) res.set('Content-Security-Policy', header)
    next()
  }
}

import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { builtAnswer } from './built-answer.ts'

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/

/**
 * Serves a built page that the app does not route. Its own policy, if any,
 * replaces the site's, which would block its scripts.
 *
 * @param ancestors origins that may frame it.
 */
export function ownPage(
  path: string,
  ancestors: "'none'" | "'self'" = "'none'",
): RequestHandler {
  const html = readFileSync(path, 'utf8')
  const [, policy] = POLICY.exec(html) ?? []
  const header = policy && `${policy}; frame-ancestors ${ancestors}`
  const answer = builtAnswer('html', html)
  return (req, res, next) => {
    if (header) res.set('Content-Security-Policy', header)
    answer(req, res, next)
  }
}

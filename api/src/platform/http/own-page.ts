import { readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { builtAnswer } from './built-answer.ts'

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/

/**
 * Serves a built page that the app does not route. Its own policy, if any,
 * replaces the site's, which would block its scripts.
 *
 * @param rest of the policy; a comma starts another one, which narrows it.
 */
export function ownPage(
  path: string,
  rest = () => "frame-ancestors 'none'",
): RequestHandler {
  const html = readFileSync(path, 'utf8')
  const [, policy] = POLICY.exec(html) ?? []
  const answer = builtAnswer('html', html)
  return (req, res, next) => {
    if (policy) res.set('Content-Security-Policy', `${policy}; ${rest()}`)
    answer(req, res, next)
  }
}

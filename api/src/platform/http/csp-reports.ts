import express, { type Request, type Response, Router } from 'express'
import * as z from 'zod'
import { reportViolation } from '#core/api/server.ts'
import { Refusal } from '#core/refusals.ts'
import type { Metrics } from '../metrics.ts'
import { limitRequests } from './limit-requests.ts'

const { path: PATH, rateLimits = [] } = reportViolation
const BODY_MAX = '8kb'
const REPORTS_MAX = 10
/** Directives of a policy whose violations are reported. */
export const REPORTING = { reportUri: PATH, reportTo: 'csp' }

/** Names the endpoint that {@link REPORTING} refers to. */
export const REPORTING_ENDPOINTS = `${REPORTING.reportTo}="${PATH}"`

const directive = z.string().regex(/^[a-z-]{1,40}$/)
/** Drops paths and queries, which may reveal what a visitor reads. */
const place = z
  .string()
  .transform((text) => (URL.canParse(text) ? new URL(text).origin : text))
  .transform((text) => text.slice(0, 100))

/** Body of `report-uri`, of CSP level 2. */
const violation = z.object({
  'csp-report': z.object({
    'effective-directive': directive.optional(),
    'violated-directive': directive.optional(),
    'blocked-uri': place.default(''),
  }),
})
/** Body of `report-to`, of the Reporting API. */
const reports = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        effectiveDirective: directive,
        blockedURL: place.default(''),
      }),
    }),
  )
  .max(REPORTS_MAX)

/** Counts and logs what browsers report about our Content-Security-Policy. */
export function cspReports({ counter }: Pick<Metrics, 'counter'>): Router {
  const violations = counter(
    'csp_violations_total',
    'Violations of the Content-Security-Policy that browsers reported',
  )

  function answer(req: Request, res: Response): void {
    const found = violationsIn(req.body)
    const hasBody = Number(req.headers['content-length'] ?? 0) > 0
    if (!found && hasBody) throw new Refusal('request_unreadable')
    for (const one of found ?? []) {
      violations.inc()
      req.log.warn(one, 'csp.violated')
    }
    res.status(204).end()
  }

  return Router().post(
    PATH,
    ...rateLimits.map((limit) => limitRequests(limit)),
    express.json({
      limit: BODY_MAX,
      type: ['application/csp-report', 'application/reports+json'],
    }),
    answer,
  )
}

function violationsIn(body: unknown) {
  const many = reports.safeParse(body)
  if (many.success) {
    return many.data.map(({ body: { blockedURL, effectiveDirective } }) => ({
      directive: effectiveDirective,
      blocked: blockedURL,
    }))
  }
  const one = violation.safeParse(body)
  if (!one.success) return undefined
  const report = one.data['csp-report']
  const name = report['effective-directive'] ?? report['violated-directive']
  return [{ directive: name, blocked: report['blocked-uri'] }]
}

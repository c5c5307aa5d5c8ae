import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const route = {
  section: {
    name: 'Server',
    description: 'Health of the server, and this document.',
  },
  method: 'get',
  access: 'public',
} as const

export const checkAlive = endpoint({
  ...route,
  path: '/healthz',
  summary: 'Liveness check',
  answer: z.strictObject({ status: z.literal('alive') }),
})

export const checkReady = endpoint({
  ...route,
  path: '/readyz',
  summary: 'Readiness check',
  description: 'Answers 503 until the process takes requests.',
  answer: z.strictObject({ status: z.literal('ready') }),
})

export const readMetrics = endpoint({
  ...route,
  path: '/metrics',
  summary: 'Read Prometheus metrics',
  description: 'For local requests only, unless METRICS_PUBLIC is set.',
  file: 'text/plain',
  refusals: ['forbidden'],
})

export const readReference = endpoint({
  ...route,
  path: '/docs/openapi.json',
  summary: 'Read this reference as an OpenAPI document',
  answer: z.looseObject({ openapi: z.string() }),
})

export const reportViolation = endpoint({
  ...route,
  method: 'post',
  path: '/csp-reports',
  summary: 'Report a violation of the Content-Security-Policy',
  description:
    'Browsers send reports by themselves, as application/csp-report or application/reports+json.',
  rateLimits: [
    { requests: 'reports', max: 20, windowMs: 60_000, per: 'network' },
  ],
})

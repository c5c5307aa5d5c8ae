import * as z from 'zod/mini'
import type { ReferenceSection } from './route-reference.ts'

const status = (text: string) => z.strictObject({ status: z.literal(text) })

/** Routes outside all features. */
export const platformReference: ReferenceSection = {
  name: 'Server',
  description: 'Health of the server, and this document.',
  routes: [
    {
      method: 'get',
      path: '/healthz',
      summary: 'Liveness check',
      access: 'everyone',
      answer: { status: 200, schema: status('alive') },
    },
    {
      method: 'get',
      path: '/readyz',
      summary: 'Readiness check',
      description: 'Answers 503 until the process takes requests.',
      access: 'everyone',
      answer: { status: 200, schema: status('ready') },
    },
    {
      method: 'get',
      path: '/metrics',
      summary: 'Read Prometheus metrics',
      description: 'For local requests only, unless METRICS_PUBLIC is set.',
      access: 'everyone',
      answer: { status: 200, type: 'text/plain' },
      refusals: ['forbidden'],
    },
    {
      method: 'get',
      path: '/docs/openapi.json',
      summary: 'Read this reference as an OpenAPI document',
      access: 'everyone',
      answer: { status: 200, schema: z.looseObject({ openapi: z.string() }) },
    },
  ],
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { PROJECT_ROOT } from '../lib/launch-config.ts'

export const COMPOSE_TEXT = readFileSync(
  join(PROJECT_ROOT, 'docker-compose.yml'),
  'utf8',
)

/** The keys that the file uses; another one is worth a thought. */
export const service = z.strictObject({
  image: z.string(),
  build: z.string().optional(),
  init: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  deploy: z.strictObject({ replicas: z.string() }).optional(),
  environment: z.record(z.string(), z.string().nullable()),
  networks: z.array(z.string()).default(['default']),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).default([]),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum([
          'service_healthy',
          'service_completed_successfully',
        ]),
      }),
    )
    .default({}),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD'), z.string()], z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.int(),
      start_period: z.string().optional(),
    })
    .optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  shm_size: z.string().optional(),
  restart: z.enum(['no', 'unless-stopped']),
})

export type Service = z.infer<typeof service>

export const COMPOSE = z
  .object({
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.null()),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(COMPOSE_TEXT, { merge: true }))

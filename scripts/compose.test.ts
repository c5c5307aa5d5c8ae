import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { PROJECT_ROOT } from './product/launch-config.ts'

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      command: z.array(z.string()).default([]),
      ports: z.array(z.string()).default([]),
    }),
  ),
})

test('docker-compose.yml starts scripts that exist and opens the proxy alone', () => {
  const text = readFileSync(join(PROJECT_ROOT, 'docker-compose.yml'), 'utf8')
  const services = Object.entries(
    compose.parse(parse(text, { merge: true })).services,
  )
  const ours = services.filter(([, { image }]) => image === 'casino')
  expect(ours.map(([name]) => name)).toContain('api')
  for (const [, { command }] of ours) {
    expect(command[0]).toBe('node')
    expect(existsSync(join(PROJECT_ROOT, command[1] ?? '')), command[1]).toBe(
      true,
    )
  }
  const open = services.filter(([, { ports }]) => ports.length > 0)
  expect(open.map(([name]) => name)).toEqual(['proxy'])
})

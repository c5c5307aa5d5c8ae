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
      environment: z.record(z.string(), z.string().nullable()),
      ports: z.array(z.string()).default([]),
      secrets: z.array(z.string()).default([]),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      mem_limit: z.string(),
      cpus: z.number(),
      pids_limit: z.number(),
      logging: z.object({ options: z.object({ 'max-size': z.string() }) }),
    }),
  ),
})

const read = (file: string) => readFileSync(join(PROJECT_ROOT, file), 'utf8')
const { services } = compose.parse(
  parse(read('docker-compose.yml'), { merge: true }),
)
const all = Object.entries(services)

test('docker-compose.yml starts scripts that exist', () => {
  const ours = all.filter(([, { image }]) => image.startsWith('casino:'))
  expect(ours.map(([name]) => name)).toContain('api')
  for (const [, { command }] of ours) {
    expect(command[0]).toBe('node')
    expect(existsSync(join(PROJECT_ROOT, command[1] ?? '')), command[1]).toBe(
      true,
    )
  }
})

test('docker-compose.yml opens the proxy alone', () => {
  const open = all.filter(([, { ports }]) => ports.length > 0)
  expect(open.map(([name]) => name)).toEqual(['proxy'])
})

test('a container gets the secrets that its variables name, and no others', () => {
  for (const [name, { environment, secrets }] of all) {
    const named = Object.values(environment)
      .filter((value) => value?.startsWith('/run/secrets/'))
      .map((value) => value?.replace('/run/secrets/', ''))
    expect(named.toSorted(), name).toEqual(secrets.toSorted())
  }
})

test('docker-compose.yml passes on only settings of .env.example', () => {
  const example = read('.env.example')
  for (const [name, { environment }] of all) {
    const passed = Object.entries(environment)
      .filter(([, value]) => value === null)
      .map(([variable]) => variable)
    const unknown = passed.filter((one) => !example.includes(`\n#${one}=`))
    expect(unknown, name).toEqual([])
  }
})

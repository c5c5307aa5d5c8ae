import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { SESSION_LIMITS } from '../../api/src/platform/db/database.ts'
import { CLUSTER_CONFIG, CLUSTER_PATH, filled } from './cluster-files.ts'

const read = (name: string) => readFileSync(join(CLUSTER_CONFIG, name), 'utf8')

test('PgBouncer gives connections the limits that the API asks for', () => {
  const [, query = ''] =
    /connect_query='(.*)'/.exec(read('pgbouncer.ini')) ?? []
  const set = query.split('; ').map((text) => text.split(/^SET | = /).slice(1))
  expect(Object.fromEntries(set)).toEqual(
    Object.fromEntries(
      Object.entries(SESSION_LIMITS).map(([name, ms]) => [name, String(ms)]),
    ),
  )
})

test('a commit is answered only when a standby that may lead has it', () => {
  const { dcs } = parse(read('patroni.yml')).bootstrap
  expect(dcs).toMatchObject({
    synchronous_mode: true,
    synchronous_mode_strict: true,
    postgresql: { parameters: { synchronous_commit: 'on' } },
  })
})

test('a primary without its key stops before the next one starts', () => {
  const { ttl, loop_wait, retry_timeout } = parse(read('patroni.yml')).bootstrap
    .dcs
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
})

test('PgBouncer gets no configuration that lacks a value', () => {
  const template = read('pgbouncer.ini')
  expect(() => filled(template, {})).toThrow('nothing sets POSTGRES_PORT')
  const values = { POSTGRES_PORT: '1', PGBOUNCER_PORT: '2' }
  const whole = filled(template, { ...values, PGBOUNCER_USERS: 'users' })
  expect(whole).toContain('listen_port = 2\n')
})

const env = { PATH: CLUSTER_PATH }
const hasHaproxy = spawnSync('haproxy', ['-v'], { env }).status === 0

test.skipIf(!hasHaproxy)(
  'HAProxy accepts its configuration (skipped without haproxy)',
  () => {
    const file = join(CLUSTER_CONFIG, 'haproxy.cfg')
    const names = new Set(
      Array.from(
        read('haproxy.cfg').matchAll(/\$\{(\w+)\}/g),
        ([, name]) => name,
      ),
    )
    const settings = Object.fromEntries(
      Array.from(names, (name = '') => [
        name,
        /^(API|NODE)_/.test(name) ? '127.0.0.1:20001' : '20002',
      ]),
    )
    const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], {
      env: { ...env, ...settings, HOST: '127.0.0.1' },
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  },
)

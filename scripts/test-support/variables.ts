import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configOf } from '../../api/src/config.ts'
import { PROJECT_ROOT } from '../lib/launch-config.ts'

/** What an API can not start without. */
export const NEEDED = {
  DATABASE_URL: 'postgres://localhost/casino',
  SESSION_SECRET: 'x'.repeat(32),
  MASTER_KEYS: `1:${'0'.repeat(64)}`,
}

/** The variables that the API reads, seen by watching it. */
export function apiVariables(): string[] {
  const asked = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(NEEDED, {
    get(target, name: string) {
      asked.add(name)
      return target[name]
    },
  })
  configOf(env)
  return [...asked].filter((name) => /^[A-Z_]+$/.test(name))
}

export const EXAMPLE_TEXT = readFileSync(
  join(PROJECT_ROOT, '.env.example'),
  'utf8',
)

/** What .env.example explains, each with the value that it shows. */
export const EXAMPLE = [...EXAMPLE_TEXT.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(
  ([, name = '', value]) => ({ name, value }),
)

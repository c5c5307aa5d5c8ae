import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LaunchError } from '../cli/launch-error.ts'
import { postgresBinaries } from '../postgres/postgres-programs.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'

export const CLUSTER_CONFIG = join(PROJECT_ROOT, 'deploy/cluster')

/** Debian has servers in sbin, which only root searches. */
export const CLUSTER_PATH = [process.env.PATH, '/usr/sbin'].join(delimiter)

const PROGRAMS = ['etcd', 'haproxy', 'nats-server', 'patroni', 'pgbouncer']

/** @throws LaunchError if a program is missing */
export function requirePrograms(): void {
  const folders = CLUSTER_PATH.split(delimiter)
  const missing = PROGRAMS.filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  )
  if (missing.length === 0) return
  throw new LaunchError(
    `The cluster needs ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends haproxy pgbouncer patroni etcd-server nats-server, then stop and disable the services that this started.`,
  )
}

const TOOLS_SCRIPT = fileURLToPath(import.meta.resolve('./postgres-tools.ts'))
const TOOLS = ['pg_basebackup', 'pg_controldata', 'pg_isready']

/** Writes a folder of PostgreSQL's programs for Patroni. @returns its path */
export function writePostgresPrograms(directory: string): string {
  const folder = join(directory, 'postgres-programs')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    symlinkSync(join(postgresBinaries(), name), join(folder, name))
  for (const name of TOOLS) {
    const command = `exec "${process.execPath}" "${TOOLS_SCRIPT}" ${name} "$@"`
    writeFileSync(join(folder, name), `#!/bin/sh\n${command}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

/** Writes PgBouncer's configuration, which has no variables. @returns its path */
export function writePgbouncerConfig(
  directory: string,
  { password, settings }: { password: string; settings: NodeJS.ProcessEnv },
): string {
  const users = join(directory, 'pgbouncer-users.txt')
  writeFileSync(users, `"postgres" "${password}"\n`)
  const known = { ...settings, PGBOUNCER_USERS: users }
  const template = readFileSync(join(CLUSTER_CONFIG, 'pgbouncer.ini'), 'utf8')
  const file = join(directory, 'pgbouncer.ini')
  writeFileSync(file, filled(template, known))
  return file
}

/** Replaces `${NAME}`, as envsubst does. @throws if a name is unknown */
export function filled(template: string, values: NodeJS.ProcessEnv): string {
  return template.replace(/^(?!\s*[;#]).*$/gm, (line) =>
    line.replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`nothing sets ${name}`)
      return value
    }),
  )
}

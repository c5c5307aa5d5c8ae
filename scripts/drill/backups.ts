import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { assert } from '#core/assert.ts'
import { postgresUser } from '../postgres/postgres-user.ts'
import { waitUntil } from '../process/wait-until.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'
import type { Stage } from '../product/stage.ts'

const CONFIG = join(PROJECT_ROOT, 'deploy/backup')
const RECOVERS_WITHIN_MS = 120_000
const PASSWORD = randomBytes(16).toString('hex')
const SETTING = /^(\w+) = '?(.*?)'?$/gm

/**
 * Archives the stage's database by Barman, as configured in `deploy/backup`, but
 * on one machine: without ssh.
 */
export async function openBackups(stage: Stage) {
  const home = join(stage.directory, 'barman')
  const incoming = join(home, 'casino', 'incoming')
  const config = join(stage.directory, 'barman.conf')
  const target = join(stage.directory, 'postgres')
  const user = postgresUser()
  ownFolder(home)
  await stage.database.query(readFileSync(join(CONFIG, 'role.sql'), 'utf8'))
  await stage.database.query(`ALTER ROLE barman PASSWORD '${PASSWORD}'`)
  writeFileSync(config, barmanConfig(home, stage.env.DATABASE_URL))

  /** Makes an empty folder that PostgreSQL's user owns. */
  function ownFolder(folder: string): void {
    mkdirSync(folder, { mode: 0o700 })
    if (user) chownSync(folder, user.uid, user.gid)
  }

  const barman = (command: string, ...args: string[]) =>
    stage.runner.run({
      name: `barman-${command}`,
      command: 'barman',
      args: ['--config', config, command, 'casino', ...args],
    })

  // Makes the folders. The check fails, as there is no backup yet.
  await barman('check').catch(() => undefined)
  await archiveInto(stage, incoming)
  await barman('switch-wal', '--archive')

  return {
    take: () => barman('backup', '--wait'),

    /**
     * Restores the lost database into an empty folder and starts it.
     *
     * @param at the state of this time; by default all that is archived.
     */
    async restore(at?: Date): Promise<void> {
      ownFolder(target)
      const until = ['--target-action', 'promote', '--target-time']
      const options = at ? [...until, postgresTime(at)] : []
      await barman('recover', 'latest', target, ...options)
      await stage.startDatabase()
      const isReady = await waitUntil(
        () => isWritable(stage),
        RECOVERS_WITHIN_MS,
      )
      assert(isReady, 'the restored database leaves recovery')
    },
  }
}

/** Barman changes from root to this user, which reads the database's files. */
function barmanConfig(home: string, databaseUrl: string): string {
  const { hostname, port } = new URL(databaseUrl)
  const here = `host=${hostname} port=${port} password=${PASSWORD}`
  const shipped = readFileSync(join(CONFIG, 'casino.conf'), 'utf8')
  const server = [
    [/host=db\.internal/, here],
    [/^ssh_command = .*$/m, ''],
    [/^backup_method = rsync$/m, 'backup_method = local-rsync'],
  ].reduce((text, [line = '', local]) => {
    assert(new RegExp(line).test(text), `casino.conf has ${line}`)
    return text.replace(line, String(local))
  }, shipped)
  const barman = {
    barman_user: postgresUser() ? 'postgres' : userInfo().username,
    barman_home: home,
    log_file: join(home, 'barman.log'),
  }
  const lines = Object.entries(barman).map(
    ([name, value]) => `${name} = ${value}`,
  )
  return ['[barman]', ...lines, server].join('\n')
}

/** Applies the shipped settings, and restarts the database. */
async function archiveInto(stage: Stage, incoming: string): Promise<void> {
  const shipped = readFileSync(join(CONFIG, 'postgresql.conf'), 'utf8')
  const settings = new Map(
    [...shipped.matchAll(SETTING)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
  assert(settings.has('archive_command'), 'postgresql.conf archives')
  // Renames, so that Barman sees complete files only.
  const draft = join(incoming, '..', '%f')
  const copy = `cp %p ${draft} && mv ${draft} ${incoming}/%f`
  settings.set('archive_command', copy)
  for (const [name, value] of settings) {
    await stage.database.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  }
  await stage.crashDatabase()
  await stage.startDatabase()
}

function postgresTime(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '+00')
}

async function isWritable({ database }: Stage): Promise<boolean> {
  const { rows } = await database.query<{ is: boolean }>(
    'SELECT NOT pg_is_in_recovery() AS is',
  )
  return rows[0]?.is ?? false
}

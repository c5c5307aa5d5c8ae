import { spawnSync } from 'node:child_process'
import { LaunchError } from '../cli/launch-error.ts'
import type { ProcessSpec } from '../process/supervisor.ts'

const USER = 'postgres'

type SystemUser = { uid: number; gid: number }

/**
 * Returns the system user `postgres` for root, since PostgreSQL refuses to run
 * as root; creates it if missing. Undefined for other users.
 */
export function postgresUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  return findUser() ?? createUser()
}

function findUser(): SystemUser | undefined {
  const uid = id('-u')
  const gid = id('-g')
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function id(flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, USER], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}

function createUser(): SystemUser {
  console.log(`Adding the system user ${USER}: PostgreSQL never runs as root.`)
  const args = ['--system', '--user-group', '--no-create-home', USER]
  const { stderr } = spawnSync('useradd', args, { encoding: 'utf8' })
  const user = findUser()
  if (user) return user
  throw new LaunchError(
    `PostgreSQL can't run as root and no user ${USER} could be added (${stderr?.trim() || 'no useradd here'}). Run as another user, or set DATABASE_URL.`,
  )
}

type Command = Pick<ProcessSpec, 'args' | 'user'> & { command: string }

/**
 * Returns the command as run by its `user`. In a private folder (/root, mktemp
 * -d) it gets the capability to pass through folders, so that they needn't be
 * opened to everyone.
 */
export function runAs(program: Command, folder: string): Command {
  const { command, args, user } = program
  if (!user || canReach(user, [command, folder])) return program
  const grant = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    // Keeps access(2) from dropping capabilities of other users than root.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    command,
  ]
  if (spawnSync('setpriv', [...grant, '--version']).status === 0) {
    return { command: 'setpriv', args: [...grant, ...args] }
  }
  throw new LaunchError(
    `The user postgres may not enter ${folder} or the folder of ${command}. Move the project to a folder that others may enter, or set DATABASE_URL.`,
  )
}

function canReach(user: ProcessSpec['user'], paths: string[]): boolean {
  return paths.every(
    (path) => spawnSync('test', ['-x', path], { ...user }).status === 0,
  )
}

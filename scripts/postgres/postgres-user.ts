import { spawnSync } from 'node:child_process'
import { LaunchError } from '../cli/launch-error.ts'

const USER = 'postgres'

type SystemUser = { uid: number; gid: number }

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the system
 * user `postgres`, which is created when missing; otherwise as whoever we are.
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

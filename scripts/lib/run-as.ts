import { spawnSync } from 'node:child_process'
import { LaunchError } from './launch-error.ts'
import type { ProcessSpec } from './managed-process.ts'

type Command = Pick<ProcessSpec, 'command' | 'args' | 'user'>

/**
 * The command as `user`. A clone in a private folder (/root, mktemp -d) is
 * closed to that user; then the right to pass through folders goes along,
 * rather than opening somebody's folders to everyone.
 */
export function runAs(
  user: ProcessSpec['user'],
  command: string,
  args: readonly string[],
): Command {
  if (!user) return { command, args }
  if (canReach(user, command)) return { command, args, user }
  const wrapped = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    command,
  ]
  if (spawnSync('setpriv', [...wrapped, '--version']).status === 0) {
    return { command: 'setpriv', args: [...wrapped, ...args] }
  }
  throw new LaunchError(
    `The user postgres (${user.uid}) may not enter the folder of ${command}. Move the project to a folder that others may enter, or set DATABASE_URL.`,
  )
}

function canReach(user: ProcessSpec['user'], path: string): boolean {
  return spawnSync('test', ['-x', path], { ...user }).status === 0
}

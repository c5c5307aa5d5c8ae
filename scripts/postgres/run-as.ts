import { spawnSync } from 'node:child_process'
import { LaunchError } from '../cli/launch-error.ts'
import type { ProcessSpec } from '../process/managed-process.ts'

type Command = Pick<ProcessSpec, 'command' | 'args' | 'user'>

/**
 * The command as its `user`, who must be able to reach `folder` too. A clone
 * in a private folder (/root, mktemp -d) is closed to that user; then the
 * right to pass through folders goes along, rather than opening somebody's
 * folders to everyone.
 */
export function runAs(asked: Command, folder: string): Command {
  const { command, args, user } = asked
  if (!user || canReach(user, [command, folder])) return asked
  const grant = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    // Without this, access(2) forgets the rights of whoever is not root.
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

import { hostname, userInfo } from 'node:os'

/** Who runs a command, for the audit log. */
export function commandActor(): { name: string } {
  return { name: `${userInfo().username}@${hostname()}` }
}

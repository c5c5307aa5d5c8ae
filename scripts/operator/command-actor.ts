import { hostname, userInfo } from 'node:os'

/** Names the user of a command for the audit log. */
export function commandActor(): { name: string } {
  return { name: `${userInfo().username}@${hostname()}` }
}

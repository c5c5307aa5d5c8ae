import { randomUUID } from 'node:crypto'
import { assert } from '#core/assert.ts'
import { sendCredentials } from './accounts.ts'
import type { Attack } from './attack.ts'
import { NETWORKS } from './networks.ts'
import { tallyOf } from './tally.ts'

const REGISTRATIONS = 110
/** All of one network. */
const ACCOUNTS = 20
export const LOGINS = 50

/** How the tally names a login that was let in. */
export const RIGHT_LOGIN = 'login 200'

/** Registrations at once, then as many right logins as an office has in the morning. */
export const floodRegistrations: Attack = async ({ port }) => {
  const api = `http://127.0.0.1:${port}/api`
  const colleagues = usernames(ACCOUNTS)
  await registerOneByOne(`${api}/register`, colleagues)
  const registered = await sendCredentials(
    { localAddress: NETWORKS.attacker, url: `${api}/register` },
    usernames(REGISTRATIONS),
  )
  const signedIn = await sendCredentials(
    { localAddress: NETWORKS.office, url: `${api}/login` },
    Array.from(
      { length: LOGINS },
      (_, index) => colleagues[index % ACCOUNTS] ?? '',
    ),
  )
  const logins = signedIn.map((status) => `login ${status}`)
  return tallyOf([...registered, ...logins])
}

function usernames(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID())
}

async function registerOneByOne(
  url: string,
  colleagues: readonly string[],
): Promise<void> {
  const door = { localAddress: NETWORKS.office, url }
  for (const username of colleagues) {
    const [status] = await sendCredentials(door, [username])
    assert(status === '201', 'an account is made for who asks for one')
  }
}

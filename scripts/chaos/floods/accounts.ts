import { HttpClient } from '../http-client.ts'
import { NO_ANSWER } from './tally.ts'

const PASSWORD = 'the same for all of them'
const ANSWER_WITHIN_MS = 10_000

/** The address that somebody registers or signs in from, and the URL for it. */
type Door = { localAddress: string; url: string }

/** Registers or signs in all of them at once. @returns the status of each. */
export async function sendCredentials(
  { localAddress, url }: Door,
  usernames: readonly string[],
): Promise<string[]> {
  const client = new HttpClient({ localAddress })
  const message = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    withinMs: ANSWER_WITHIN_MS,
  }
  const statuses = usernames.map(async (username) => {
    const body = JSON.stringify({ username, password: PASSWORD })
    try {
      const { status } = await client.send(url, { ...message, body })
      return String(status)
    } catch {
      return NO_ANSWER
    }
  })
  return Promise.all(statuses).finally(() => client.close())
}

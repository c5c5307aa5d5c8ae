import { randomBytes } from 'node:crypto'
import { sign } from 'cookie-signature'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { configOf } from '../../api/src/config.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { openPlatform } from '../../api/src/platform/platform.ts'
import { openServices } from '../../api/src/services.ts'

/** What a player has at the start, so that no run ends in poverty, in coins. */
const FORTUNE = 10_000_000
const SESSION_MS = 24 * 60 * 60 * 1_000

/** Registers players as the product does, rich and signed in. @returns their Cookie headers. */
export async function enrollPlayers(
  env: NodeJS.ProcessEnv,
  count: number,
): Promise<string[]> {
  const config = configOf(env)
  const platform = await openPlatform({ ...config, log: makeLogger('error') })
  const services = await openServices(platform, config)
  const client = new pg.Client({ connectionString: config.databaseUrl })
  await client.connect()
  try {
    const cookies: string[] = []
    for (let index = 0; index < count; index += 1) {
      const id = uuidv7()
      await services.auth.enroll({
        id,
        username: `player-${id}`,
        password: 'no password opens this account',
      })
      await services.ledger.grant(id, FORTUNE)
      cookies.push(await signIn(client, { id, secret: config.sessionSecret }))
    }
    return cookies
  } finally {
    await client.end()
    await services.close()
    await platform.close()
  }
}

/** Writes a session as express-session would. */
async function signIn(
  client: pg.Client,
  { id, secret }: { id: string; secret: string },
): Promise<string> {
  const sid = randomBytes(24).toString('base64url')
  const expires = new Date(Date.now() + SESSION_MS)
  const sess = {
    cookie: { originalMaxAge: SESSION_MS, expires, httpOnly: true, path: '/' },
    userId: id,
  }
  await client.query(
    'INSERT INTO session (sid, sess, expire) VALUES ($1, $2, $3)',
    [sid, JSON.stringify(sess), expires],
  )
  return `sid=${encodeURIComponent(`s:${sign(sid, secret)}`)}`
}

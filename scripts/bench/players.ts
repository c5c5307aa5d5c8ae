import { randomBytes } from 'node:crypto'
import { sign } from 'cookie-signature'
import { v7 as uuidv7 } from 'uuid'
import { DAY_MS } from '#core/durations.ts'
import { parseConfig } from '../../api/src/config.ts'
import { createModules } from '../../api/src/modules.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { createPlatform } from '../../api/src/platform/platform.ts'

/** Coins of each player at the start, enough for every run. */
const FORTUNE = 10_000_000
const SESSION_MS = DAY_MS
const PASSWORD = 'no password opens this account'

/** Registers signed-in players. @returns their Cookie headers */
export async function enrollPlayers(
  env: NodeJS.ProcessEnv,
  count: number,
): Promise<string[]> {
  const config = parseConfig(env)
  const platform = await createPlatform({ ...config, log: makeLogger('error') })
  try {
    const { auth, engine, ledger } = await createModules(platform, config)
    const cookies: string[] = []
    while (cookies.length < count) {
      const id = uuidv7()
      const username = `player-${id}`
      await auth.service.enroll({ id, username, password: PASSWORD })
      await ledger.service.grant(id, FORTUNE)
      const { sid, values } = getSession(id)
      await platform.pool.query(
        'INSERT INTO session (sid, sess, expire) VALUES ($1, $2, $3)',
        values,
      )
      const signed = sign(sid, config.sessionSecret)
      cookies.push(`sid=${encodeURIComponent(`s:${signed}`)}`)
    }
    await engine.drain()
    return cookies
  } finally {
    await platform.close()
  }
}

/** Returns a session as express-session stores it. */
function getSession(userId: string) {
  const sid = randomBytes(24).toString('base64url')
  const expires = new Date(Date.now() + SESSION_MS)
  const sess = {
    cookie: { originalMaxAge: SESSION_MS, expires, httpOnly: true, path: '/' },
    userId,
    signInVersion: 0,
  }
  return { sid, values: [sid, JSON.stringify(sess), expires] }
}

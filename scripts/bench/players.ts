import { randomBytes } from 'node:crypto'
import { sign } from 'cookie-signature'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { configOf } from '../../api/src/config.ts'
import { type Modules, openModules } from '../../api/src/modules.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { openPlatform } from '../../api/src/platform/platform.ts'

/** Coins of each player at the start, enough for every run. */
const FORTUNE = 10_000_000
const SESSION_MS = 24 * 60 * 60 * 1_000

/** Registers signed-in players. @returns their Cookie headers */
export async function enrollPlayers(
  env: NodeJS.ProcessEnv,
  count: number,
): Promise<string[]> {
  const config = configOf(env)
  const platform = await openPlatform({ ...config, log: makeLogger('error') })
  try {
    const modules = await openModules(platform, config)
    try {
      const players = Array.from({ length: count }, () => uuidv7())
      for (const id of players) await enroll(modules, id)
      const secret = config.sessionSecret
      return await Promise.all(
        players.map((id) => signIn(platform.pool, { id, secret })),
      )
    } finally {
      await modules.engine.drain()
    }
  } finally {
    await platform.close()
  }
}

async function enroll({ auth, ledger }: Modules, id: string): Promise<void> {
  const password = 'no password opens this account'
  await auth.service.enroll({ id, username: `player-${id}`, password })
  await ledger.service.grant(id, FORTUNE)
}

/** Writes a session as express-session does. */
async function signIn(
  pool: pg.Pool,
  { id, secret }: { id: string; secret: string },
): Promise<string> {
  const sid = randomBytes(24).toString('base64url')
  const expires = new Date(Date.now() + SESSION_MS)
  const sess = {
    cookie: { originalMaxAge: SESSION_MS, expires, httpOnly: true, path: '/' },
    userId: id,
    signInVersion: 0,
  }
  await pool.query(
    'INSERT INTO session (sid, sess, expire) VALUES ($1, $2, $3)',
    [sid, JSON.stringify(sess), expires],
  )
  return `sid=${encodeURIComponent(`s:${sign(sid, secret)}`)}`
}

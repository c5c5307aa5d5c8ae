import { createHash, createHmac, randomBytes } from 'node:crypto'
import connectPgSimple from 'connect-pg-simple'
import express from 'express'
import session from 'express-session'
import pg from 'pg'
import * as z from 'zod'

/**
 * Baseline, the textbook way: reads the session from the store at each request, and
 * plays each bet in a transaction that locks the player and updates one totals row.
 */
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 20,
})
const PgStore = connectPgSimple(session)
const coinFlip = z.strictObject({
  betAmount: z.int().min(1),
  choice: z.enum(['heads', 'tails']),
})

await pool.query(`
  CREATE SCHEMA IF NOT EXISTS classic;
  CREATE TABLE IF NOT EXISTS classic.totals (
    id int PRIMARY KEY, house bigint NOT NULL, bets bigint NOT NULL, wagered bigint NOT NULL);
  INSERT INTO classic.totals VALUES (1, 0, 0, 0) ON CONFLICT DO NOTHING;
  CREATE TABLE IF NOT EXISTS classic.transactions (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid NOT NULL, type text NOT NULL,
    game_type text NOT NULL, amount bigint NOT NULL, balance_after bigint NOT NULL,
    metadata jsonb, created_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS classic_by_user ON classic.transactions (user_id, created_at)`)

const ADD_TRANSACTION = `
  INSERT INTO classic.transactions
    (user_id, type, game_type, amount, balance_after, metadata)
  VALUES ($1, $2, 'flip', $3, $4, $5)`
const ADD_TO_TOTALS = `
  UPDATE classic.totals
  SET house = house + $1, bets = bets + 1, wagered = wagered + $2 WHERE id = 1`

const app = express()
app.disable('x-powered-by')
app.get('/ready', (_req, res) => {
  res.end()
})
app.use(express.json())
app.use(
  session({
    store: new PgStore({ pool, disableTouch: true }),
    secret: process.env.SESSION_SECRET ?? '',
    name: 'sid',
    resave: false,
    saveUninitialized: false,
  }),
)
app.post('/bet', async (req, res) => {
  const { userId } = req.session
  if (!userId) throw new Error('signed out')
  const { betAmount, choice } = coinFlip.parse(req.body)
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const found = await client.query(
      'SELECT balance, nonce FROM users WHERE id = $1 FOR UPDATE',
      [userId],
    )
    const { balance, nonce } = found.rows[0]
    const rest = Number(balance) - betAmount
    if (rest < 0) throw new Error('insufficient')
    const serverSeed = randomBytes(32).toString('hex')
    const digest = createHmac('sha256', serverSeed)
      .update(`client:${nonce}:0`)
      .digest()
    const result = digest.readUInt32BE(0) < 2 ** 31 ? 'heads' : 'tails'
    const payout = result === choice ? Math.floor(betAmount * 1.98) : 0
    const after = rest + payout
    await client.query(
      'UPDATE users SET balance = $2, nonce = nonce + 1 WHERE id = $1',
      [userId, after],
    )
    const add = (...row: unknown[]) =>
      client.query(ADD_TRANSACTION, [userId, ...row])
    await add('bet', -betAmount, rest, { serverSeed, nonce })
    if (payout > 0) await add('win', payout, after, null)
    await client.query(ADD_TO_TOTALS, [betAmount - payout, betAmount])
    await client.query('COMMIT')
    const serverSeedHash = createHash('sha256').update(serverSeed).digest('hex')
    res.json({ result, payout, balance: after, serverSeed, serverSeedHash })
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
})
app.listen(Number(process.env.PORT), '127.0.0.1')

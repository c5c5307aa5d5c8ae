import { Client, DatabaseError } from 'pg'

export type LedgerSummary = {
  /** Without tables that this release doesn't have. */
  counts: Record<string, number>
  /** Sentences about invariants that do not hold. */
  broken: string[]
}

/**
 * Rows that are never deleted. Each query reads a column outside all indexes,
 * since an index hides that the file of its table is missing.
 */
const COUNTS = {
  players: 'SELECT count(password) AS figure FROM users',
  transactions: 'SELECT coalesce(sum(seq), 0) AS figure FROM users',
  'stream keys': 'SELECT count(sealed_key) AS figure FROM stream_keys',
  wallets: 'SELECT count(wrapped_data_key) AS figure FROM wallet_keys',
  'client seeds': 'SELECT count(seed) AS figure FROM client_seeds',
  'epoch roots': 'SELECT count(root) AS figure FROM fairness_epochs',
  'the last posting': `
    SELECT id AS figure, created_at FROM batches ORDER BY id DESC LIMIT 1`,
  'the last round': `
    SELECT ('x' || substr(id::text, 1, 8) || substr(id::text, 10, 4))::bit(48)::bigint AS figure,
      settled_at FROM rounds ORDER BY id DESC LIMIT 1`,
}

/** Queries whose result has to be 0. */
const INVARIANTS = [
  {
    broken: (coins: number) =>
      `all accounts together have ${coins} coins, not 0`,
    query: `
    SELECT (SELECT coalesce(sum(balance), 0) FROM users) + coalesce(sum(
      house_balance + jackpot + grant_balance + chain_balance), 0) AS figure
    FROM global_stats`,
  },
  {
    broken: (players: number) =>
      `${players} balances lack the transaction that they come from`,
    query: `
    SELECT count(*) AS figure FROM users WHERE seq > 0 AND NOT EXISTS (
      SELECT 1 FROM transactions AS last WHERE last.user_id = users.id
        AND last.seq = users.seq AND last.balance_after = users.balance)`,
  },
]

const UNDEFINED_TABLE = '42P01'
const UNDEFINED_COLUMN = '42703'
/** Time of one query; the audit has no limit. */
const WITHIN_MS = 10_000
const QUERY_CANCELED = '57014'
const UNKNOWN = new Set([UNDEFINED_TABLE, UNDEFINED_COLUMN, QUERY_CANCELED])

/**
 * Reads the figures of a ledger of any release.
 *
 * @throws DatabaseError if PostgreSQL can't read a file
 */
export async function readLedgerSummary(url: string): Promise<LedgerSummary> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    statement_timeout: WITHIN_MS,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const counts: LedgerSummary['counts'] = {}
    for (const [name, query] of Object.entries(COUNTS)) {
      const figure = await findFigure(client, query)
      if (figure !== undefined) counts[name] = figure
    }
    const broken: string[] = []
    for (const invariant of INVARIANTS) {
      const figure = await findFigure(client, invariant.query)
      if (figure) broken.push(invariant.broken(figure))
    }
    return { counts, broken }
  } finally {
    await client.end()
  }
}

/** Returns undefined for tables and columns that the release doesn't have. */
async function findFigure(
  client: Client,
  query: string,
): Promise<number | undefined> {
  try {
    const { rows } = await client.query<{ figure: string }>(query)
    return Number(rows[0]?.figure ?? 0)
  } catch (error) {
    const isUnknown =
      error instanceof DatabaseError && UNKNOWN.has(error.code ?? '')
    if (isUnknown) return undefined
    throw error
  }
}

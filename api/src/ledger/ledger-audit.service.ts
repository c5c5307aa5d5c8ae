import { sql } from 'drizzle-orm'
import type { Json } from '#core/games/game.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { CLAIMS } from './ledger-claims.ts'

/** A claim about the ledger, and the number of rows that violate it. */
export type Finding = { name: string; violations: number }

/** A finding that describes the first of these rows. */
export type NamedFinding = Finding & { rows: string[] }

/** Rows described per claim, at most. */
export const NAMED_MAX = 5

/**
 * Derives stored figures from the append-only rows and counts differences.
 * Reads one snapshot, so bets can be taken meanwhile.
 */
export function auditLedger(db: Database): Promise<NamedFinding[]> {
  return db.transaction(checkClaims, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

/** Like {@link auditLedger}, inside the caller's transaction. */
export async function checkClaims(
  db: Database | Transaction,
): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  for (const [name, query] of Object.entries(CLAIMS)) {
    const { rows } = await db.execute<{
      violations: string
      named: Record<string, Json>[] | null
    }>(
      sql.raw(`WITH wrong AS MATERIALIZED (${query})
        SELECT (SELECT count(*) FROM wrong) AS violations, (
          SELECT json_agg(named)
          FROM (SELECT * FROM wrong LIMIT ${NAMED_MAX}) AS named
        ) AS named`),
    )
    const [{ violations = '0', named = null } = {}] = rows
    findings.push({
      name,
      violations: Number(violations),
      rows: (named ?? []).map(describe).filter((text) => text !== ''),
    })
  }
  return findings
}

/** Describes a row by its columns, such as "player 0189…, transaction 7". */
function describe(row: Record<string, Json>): string {
  return Object.entries(row)
    .map(([column, value]) => `${column} ${value ?? 'none'}`)
    .join(', ')
}

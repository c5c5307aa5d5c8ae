import { sql } from 'drizzle-orm'
import type { Json } from '#core/games/game.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { CLAIMS } from './ledger-claims.ts'

/** One thing that must hold of all money, and how often it does not. */
export type Finding = { name: string; violations: number }

/** The same, with the first of the rows that break it. */
export type NamedFinding = Finding & { rows: string[] }

/**
 * Derives every figure again from the append-only rows and counts where a
 * stored one differs. All of it is read from one snapshot, so that it can run
 * while bets are being taken.
 */
export async function auditLedger(db: Database): Promise<Finding[]> {
  const findings = await auditLedgerByRow(db)
  return findings.map(({ name, violations }) => ({ name, violations }))
}

/** As {@link auditLedger}, and names the rows. */
export function auditLedgerByRow(db: Database): Promise<NamedFinding[]> {
  return db.transaction(ledgerFindings, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  })
}

type FoundRow = { violations: string; named: Record<string, Json>[] | null }

/** What {@link auditLedgerByRow} finds, at the moment that `db` sees. */
export async function ledgerFindings(
  db: Database | Transaction,
): Promise<NamedFinding[]> {
  const findings: NamedFinding[] = []
  for (const [name, query] of Object.entries(CLAIMS)) {
    const { rows } = await db.execute<FoundRow>(
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
      rows: (named ?? []).map(nameOf).filter((text) => text !== ''),
    })
  }
  return findings
}

/** Of each claim, rows that are named. */
export const NAMED_MAX = 5

/** Such as "player 0189…, transaction 7"; what has no columns has no name. */
function nameOf(row: Record<string, Json>): string {
  return Object.entries(row)
    .map(([what, value]) => `${what} ${value ?? 'none'}`)
    .join(', ')
}

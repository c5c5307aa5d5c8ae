import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import type { OperatorScope } from '#core/api/endpoint.ts'
import type { OperatorAction } from '#core/api/operator/actions.ts'
import type { OperatorLedgerAudit } from '#core/api/operator/house.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type { NodeState } from '../platform/chain/nodes/chain-nodes.ts'
import { time, whole } from '../platform/db/columns.ts'

/** Tokens that scripts of operators sign in with; only hashes are stored. */
export const operatorTokens = pgTable('operator_tokens', (t) => ({
  id: t.uuid().primaryKey(),
  name: t.text().notNull(),
  /** SHA-256, in hex. */
  hash: t.text().notNull().unique('operator_tokens_hash'),
  scopes: t.text().array().$type<OperatorScope[]>().notNull(),
  createdAt: time().notNull(),
  createdBy: t.text().notNull(),
  expiresAt: time().notNull(),
  revokedAt: time(),
}))

export type ProcessReport = {
  jobs: OperatorOverview['jobs']
  /** Empty where no chain is connected. */
  nodes: readonly NodeState[]
  /** Blocks from the indexer's newest to the chain's; null where unknown. */
  indexerLag: number | null
}

/** Health of each process, from its memory, for alarms that all show. */
export const processReports = pgTable('process_reports', (t) => ({
  processId: t.uuid().primaryKey(),
  at: time().notNull(),
  report: t.jsonb().$type<ProcessReport>().notNull(),
}))

/** Keeps what operators did. Append-only. */
export const operatorActions = pgTable(
  'operator_actions',
  (t) => ({
    id: whole().primaryKey().generatedAlwaysAsIdentity(),
    at: time().notNull(),
    actor: t.text().notNull(),
    /** Id of the session's player or of the token; null for commands. */
    actorId: t.uuid(),
    action: t.text().notNull(),
    target: t.text().notNull(),
    before: t.jsonb().$type<OperatorAction['before']>(),
    after: t.jsonb().$type<OperatorAction['after']>(),
    reason: t.text().notNull(),
  }),
  (table) => [
    index('operator_actions_target').on(table.target, table.id),
    index('operator_actions_actor')
      .on(table.actorId)
      .where(sql`${table.actorId} IS NOT NULL`),
  ],
)

export const houseSamples = pgTable('house_samples', {
  at: time().primaryKey(),
  house: whole().notNull(),
  held: whole().notNull(),
  jackpot: whole().notNull(),
  betsPlaced: whole().notNull(),
  amountWagered: whole().notNull(),
})

/** Findings of ledger audits that operators ran. Append-only. */
export const ledgerAudits = pgTable('ledger_audits', (t) => ({
  id: whole().primaryKey().generatedAlwaysAsIdentity(),
  at: time().notNull(),
  /** Violated claims only. */
  violated: t.jsonb().$type<OperatorLedgerAudit['findings']>().notNull(),
}))

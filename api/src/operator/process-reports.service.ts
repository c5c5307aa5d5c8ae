import { randomUUID } from 'node:crypto'
import { gt, lt, sql } from 'drizzle-orm'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type { Chain } from '../platform/chain/nodes/chain.ts'
import type { Database } from '../platform/db/database.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { type ProcessReport, processReports } from './operators.table.ts'

const EVERY_MS = 10_000
/** A process that reports no more has ended. */
const VALID_FOR = sql`interval '1 minute'`

export function createProcessReports(
  { db, jobHealth, metrics }: Pick<Platform, 'db' | 'jobHealth' | 'metrics'>,
  chain: Pick<Chain, 'deployment' | 'nodes'> | undefined,
  indexerHead: (() => Promise<number | undefined>) | undefined,
): Job {
  const processId = randomUUID()
  const headLag = metrics.gauge(
    'indexer_head_lag_blocks',
    'Blocks by which the indexer is behind the chain',
  )

  async function chainState(): Promise<Omit<ProcessReport, 'jobs'>> {
    if (!chain) return { nodes: [], indexerLag: null }
    const nodes = await chain.nodes.states(EVERY_MS)
    const indexed = await indexerHead?.()
    const heads = nodes.flatMap(({ head }) => head ?? [])
    const from = indexed ?? chain.deployment.startBlock
    const isKnown = indexerHead !== undefined && heads.length > 0
    const indexerLag = isKnown ? Math.max(...heads, from) - from : null
    return { nodes, indexerLag }
  }

  return {
    name: 'process_report',
    everyMs: EVERY_MS,
    /** Writes the report, and drops those of ended processes. */
    async run() {
      const jobs = [...jobHealth.values()]
      const report: ProcessReport = { jobs, ...(await chainState()) }
      if (report.indexerLag !== null) {
        headLag.set(report.indexerLag)
      }
      const row = { at: sql`now()`, report }
      await db
        .insert(processReports)
        .values({ processId, ...row })
        .onConflictDoUpdate({ target: processReports.processId, set: row })
      await db
        .delete(processReports)
        .where(lt(processReports.at, sql`now() - ${VALID_FOR}`))
    },
  }
}

export async function readReports(db: Database): Promise<ProcessReport[]> {
  const rows = await db
    .select({ report: processReports.report })
    .from(processReports)
    .where(gt(processReports.at, sql`now() - ${VALID_FOR}`))
  return rows.map(({ report }) => report)
}

/** Returns for each job the report of the process where it is worst. */
export function worstJobs(
  reports: readonly Pick<ProcessReport, 'jobs'>[],
): OperatorOverview['jobs'] {
  const byName = Map.groupBy(
    reports.flatMap(({ jobs }) => jobs),
    ({ name }) => name,
  )
  return [...byName.values()]
    .flatMap((jobs) =>
      jobs.toSorted((a, b) => b.failuresInRow - a.failuresInRow).slice(0, 1),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

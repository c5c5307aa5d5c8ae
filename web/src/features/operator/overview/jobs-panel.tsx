import type { OperatorOverview } from '#core/schemas/operator/overview.ts'
import { formatCoins } from '../../../lib/format.ts'
import { Age } from '../frame/age.tsx'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Mark } from '../frame/mark.tsx'
import { Panel } from '../frame/panel.tsx'

type Job = OperatorOverview['jobs'][number]

const columns: readonly Column<Job>[] = [
  { name: 'Job', cell: ({ name }) => name },
  {
    name: 'Last success',
    isNumber: true,
    cell: ({ lastSuccessAt, runs }) =>
      lastSuccessAt ? (
        <Age at={lastSuccessAt} />
      ) : (
        <Mark tone={runs > 0 ? 'bad' : 'waiting'}>never</Mark>
      ),
  },
  { name: 'Runs', isNumber: true, cell: ({ runs }) => formatCoins(runs) },
  {
    name: 'Failed',
    isNumber: true,
    cell: ({ failures }) =>
      failures > 0 ? <Mark tone="warning">{formatCoins(failures)}</Mark> : 0,
  },
]

/** The jobs of all processes. */
export function JobsPanel({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Panel title="Jobs">
      {jobs.length === 0 ? (
        <p className="op-empty">No job has run yet.</p>
      ) : (
        <DataTable
          label="Jobs"
          columns={columns}
          rows={jobs}
          rowKey={({ name }) => name}
        />
      )}
    </Panel>
  )
}

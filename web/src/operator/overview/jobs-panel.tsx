import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { formatCoins } from '../../lib/format.ts'
import { Age } from '../frame/age.tsx'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Mark } from '../frame/mark.tsx'
import { Panel } from '../frame/panel.tsx'

type Job = OperatorOverview['jobs'][number]

/** The jobs in words; metrics and logs have their names. */
const words: Readonly<Record<string, string>> = {
  anchors: 'Anchor roots on the chain',
  audit: 'Publish the daily audit',
  bankroll: 'Refill the bankroll',
  chain_mark: 'Compare the ledger with the chain',
  credit_audit: 'Recheck credited deposits',
  deposits: 'Confirm and credit deposits',
  feed: 'Show live bets',
  feed_deletion: 'Delete old live bets',
  gas_level: 'Check the gas balance',
  high_water: 'Watch for a restored database',
  history: 'Sum up long histories',
  house_samples: 'Sample totals for the charts',
  housekeeping: 'Delete old answers',
  'idle-rounds': 'End abandoned rounds',
  leaderboard: 'Count the leaderboard',
  pauses: 'Read pauses',
  process_report: 'Report the state of processes',
  race_view: 'Refresh the race',
  races: 'Run races',
  reconcile: 'Compare wallets with the ledger',
  referrals: 'Delete old referral visits',
  registration: 'Register wallets on the chain',
  returns: 'Count returns of games',
  sessions: 'Recheck sessions in use',
  site: 'Read site settings',
  sports_feed: 'Fetch odds and scores',
  sports_settlement: 'Settle sports bets',
  sweep: 'Sweep wallets',
}

const columns: readonly Column<Job>[] = [
  {
    name: 'Job',
    cell: ({ name }) => <span title={name}>{words[name] ?? name}</span>,
  },
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

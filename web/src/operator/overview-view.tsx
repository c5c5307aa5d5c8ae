import { useQuery } from '@tanstack/react-query'
import type { GameFigures } from '#core/api/operator/games.ts'
import { topUp } from '#core/api/operator/house.ts'
import type { JobName, OperatorOverview } from '#core/api/operator/overview.ts'
import { RollingNumber } from '../components/coin-amount.tsx'
import { call } from '../lib/call.ts'
import { coinsText, formatCoins, formatGain } from '../lib/format.ts'
import { type Action, ActionButton } from './actions.tsx'
import { Age, Mark, shortUnits, sumText } from './cells.tsx'
import { type Columns, DataTable, TablePanel } from './data-table.tsx'
import { Charts } from './overview-charts.tsx'
import {
  FigureList,
  type Figures,
  Halves,
  Loaded,
  Note,
  Panel,
  Stack,
} from './panel.tsx'
import { gamesQuery, overviewQuery } from './queries.ts'
import { ReturnBand, ReturnText } from './return-band.tsx'
import { type View, ViewLink } from './views.tsx'

/** Shows an overview, designed to stay open all day. */
export function OverviewView() {
  const query = useQuery(overviewQuery)
  const { data } = query
  return (
    <>
      <Loaded query={query} skeleton="h-40">
        {(overview) => <Tiles {...overview} />}
      </Loaded>
      <Charts live={data} />
      <Halves>
        <Stack>
          <ReturnsPanel />
          {data && <RefillsPanel {...data} />}
          {data && <PartPanels {...data} />}
        </Stack>
        {data && <JobsPanel jobs={data.jobs} />}
      </Halves>
    </>
  )
}

/** The key figures, in large type. */
function Tiles({ bankroll, exposure, rates, totals }: OperatorOverview) {
  const { rounds, sports, race } = exposure
  const tiles: [name: string, value: number | string, note: string][] = [
    ['Free coins', bankroll.free, 'not reserved for open bets'],
    ['House', bankroll.house, `jackpot ${formatCoins(bankroll.jackpot)}`],
    [
      'Exposure',
      bankroll.held,
      `rounds\u00a0${formatCoins(rounds)} · sports\u00a0${formatCoins(sports)} · race\u00a0${formatCoins(race)}`,
    ],
    [
      'Bets per second',
      rates ? rates.betsPerSecond.toFixed(1) : '–',
      rates ? `over ${Math.round(rates.overSeconds)} s` : 'counting',
    ],
    [
      'Bets',
      totals.betsPlaced,
      `${formatCoins(totals.amountWagered)} coins staked`,
    ],
    ['Players', totals.players, 'with an account'],
  ]
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-3 [&>:first-child>.font-display]:text-sun-text">
      {tiles.map(([name, value, note]) => (
        <div
          key={name}
          className="rounded-flat border-2 border-outline bg-panel px-3.5 pt-2 pb-2.5"
        >
          <dt className="font-bold text-soft">{name}</dt>
          <dd className="font-display font-semibold text-title/[1.2]">
            {typeof value === 'number' ? (
              <RollingNumber value={value} />
            ) : (
              value
            )}
          </dd>
          <dd className="text-balance text-[0.8125rem] text-soft">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

const returnColumns: Columns<GameFigures> = {
  Game: ({ gameType, rounds }) => (
    <>
      {gameType}{' '}
      <span className="text-[0.8125rem] text-soft">
        {formatCoins(rounds)} {rounds === 1 ? 'round' : 'rounds'}
      </span>
    </>
  ),
  Return: { figure: (game) => <ReturnText game={game} /> },
  Expected: (game) => <ReturnBand game={game} isShort />,
  House: { figure: ({ staked, paid }) => formatGain(staked - paid) },
}

/** Compares live returns with honest draws. */
function ReturnsPanel() {
  return (
    <TablePanel
      title="Returns"
      tools={
        <ViewLink view="games" className="op-link">
          See all
        </ViewLink>
      }
      query={useQuery(gamesQuery)}
      columns={returnColumns}
      rows={({ games }) => games}
      rowKey={({ gameType }) => gameType}
    />
  )
}

function RefillsPanel({ bankroll, refills }: OperatorOverview) {
  const { count, coins, lastDayCount, lastDayCoins } = refills
  return (
    <Panel
      title="Refills"
      tools={
        <ActionButton action={topUpAction(bankroll.house)}>
          Top up…
        </ActionButton>
      }
    >
      <FigureList
        figures={{
          'Last day': sumText(lastDayCount, 'refill', lastDayCoins),
          Total: sumText(count, 'refill', coins),
        }}
      />
    </Panel>
  )
}

/** Grants coins to the house account. */
function topUpAction(house: number): Action {
  return {
    title: 'Top up the house',
    consequence: `Grants coins to the house, which has ${coinsText(house)} now. This can’t be undone.`,
    verb: 'Grant coins',
    inputs: [{ name: 'coins', label: 'Coins', inputMode: 'numeric' }],
    send: ({ of, reason }) =>
      call(topUp, { body: { coins: Number(of('coins')), reason } }),
    done: 'The house is topped up',
  }
}

/** Summarizes the other views in a few figures each. */
function PartPanels(overview: OperatorOverview) {
  const { deposits, outbox, anchors, sports, race } = overview
  const parts: [title: string, view: View, figures: Figures | string][] = [
    [
      'Deposits',
      'deposits',
      deposits ? depositFigures(deposits) : 'No chain is connected.',
    ],
    ['Chain', 'chain', { ...outboxFigures(outbox), ...anchorFigure(anchors) }],
    ['Sports', 'sports', sportsFigures(sports)],
    ['Race', 'races', race ? raceFigures(race) : 'No races yet.'],
  ]
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] items-start gap-3">
      {parts.map(([title, view, figures]) => (
        <Panel
          key={view}
          title={title}
          tools={
            <ViewLink view={view} className="op-link">
              See all <span className="sr-only">on {title.toLowerCase()}</span>
            </ViewLink>
          }
        >
          {typeof figures === 'string' ? (
            <Note>{figures}</Note>
          ) : (
            <FigureList figures={figures} />
          )}
        </Panel>
      ))}
    </div>
  )
}

function depositFigures(
  deposits: NonNullable<OperatorOverview['deposits']>,
): Figures {
  const { waiting, waitingCoins, oldestWaitingAt, undecided } = deposits
  const lastDay = deposits.lastDay.map(({ status, count, coins }) => [
    `Last day, ${status.replace('_', ' ')}`,
    sumText(count, 'deposit', coins),
  ])
  return {
    Waiting: sumText(waiting, 'deposit', waitingCoins),
    Oldest: <Age at={oldestWaitingAt} none="none" />,
    Unattributed: formatCoins(deposits.unattributed),
    'To decide':
      undecided > 0 ? (
        <Mark tone="warning">{formatCoins(undecided)}</Mark>
      ) : (
        'none'
      ),
    ...Object.fromEntries(lastDay),
  }
}

function outboxFigures(outbox: OperatorOverview['outbox']): Figures {
  if (!outbox) return {}
  const { waiting, oldestWaitingAt, failed, gas } = outbox
  return {
    Outbox: waiting > 0 ? `${formatCoins(waiting)} on the way` : 'empty',
    Oldest: <Age at={oldestWaitingAt} none="none" />,
    Failed: formatCoins(failed),
    Gas: gas?.balance ? (
      <Mark tone={gas.isLow ? 'bad' : 'good'}>{shortUnits(gas.balance)}</Mark>
    ) : (
      'not seen'
    ),
  }
}

function anchorFigure(anchors: OperatorOverview['anchors']): Figures {
  const { isOn, reason, newest } = anchors
  if (!newest) return { Anchors: reason ?? (isOn ? 'none yet' : 'off') }
  return {
    'Newest anchor': (
      <>
        no. {newest.number}, {newest.state}, <Age at={newest.createdAt} /> ago
      </>
    ),
  }
}

function sportsFigures(sports: OperatorOverview['sports']): Figures {
  const { isStale, lastPollAt } = sports
  return {
    Feed: (
      <Mark tone={isStale ? 'bad' : 'good'}>{isStale ? 'stale' : 'fresh'}</Mark>
    ),
    'Last prices': <Age at={lastPollAt} />,
    'Open bets': formatCoins(sports.pendingBets),
    'Their stakes': formatCoins(sports.pendingStakes),
    'Could pay': formatCoins(sports.reserved),
  }
}

function raceFigures(race: NonNullable<OperatorOverview['race']>): Figures {
  const { number, phase, bets, staked, voidOfLast100, lastVoid } = race
  return {
    Now: `no. ${formatCoins(number)}, ${phase}`,
    Bets: sumText(bets, 'bet', staked),
    'Void of the last 100': formatCoins(voidOfLast100),
    'Last void': lastVoid === null ? 'none' : `no. ${formatCoins(lastVoid)}`,
  }
}

type Job = OperatorOverview['jobs'][number]

/** Describes the jobs; metrics and logs have their names. */
const JOBS: Readonly<Record<JobName, string>> = {
  anchors: 'Anchor roots on the chain',
  audit: 'Publish the daily audit',
  bankroll: 'Refill the bankroll',
  chain_mark: 'Compare the ledger with the chain',
  deposits: 'Confirm and credit deposits',
  feed: 'Show live bets',
  feed_deletion: 'Delete old live bets',
  gas_level: 'Check the gas balance',
  high_water: 'Watch for a restored database',
  history: 'Summarize long histories',
  house_samples: 'Sample totals for the charts',
  housekeeping: 'Delete old responses',
  idle_rounds: 'End abandoned rounds',
  leaderboard: 'Update the leaderboard',
  pauses: 'Read pauses',
  process_report: 'Report process health',
  race_view: 'Refresh the race',
  races: 'Run races',
  receipt_key: 'Read the receipt key',
  reconcile: 'Compare wallets with the ledger',
  referrals: 'Delete old referral visits',
  registration: 'Register wallets on the chain',
  reorged_deposits: 'Recheck credited deposits',
  sessions: 'Recheck sessions in use',
  site: 'Read site settings',
  sports_feed: 'Fetch odds and scores',
  sports_settlement: 'Settle sports bets',
  sweep: 'Sweep wallets',
}

const jobColumns: Columns<Job> = {
  Job: ({ name }) => <span title={name}>{JOBS[name]}</span>,
  'Last success': {
    figure: ({ lastSuccessAt, runs }) =>
      lastSuccessAt ? (
        <Age at={lastSuccessAt} />
      ) : (
        <Mark tone={runs > 0 ? 'bad' : 'waiting'}>never</Mark>
      ),
  },
  Runs: { figure: ({ runs }) => runs },
  Failed: {
    figure: ({ failures }) =>
      failures > 0 ? <Mark tone="warning">{formatCoins(failures)}</Mark> : 0,
  },
}

/** The jobs of all processes. */
function JobsPanel({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Panel title="Jobs">
      <DataTable
        label="Jobs"
        columns={jobColumns}
        rows={jobs}
        rowKey={({ name }) => name}
        empty="No job has run yet."
      />
    </Panel>
  )
}

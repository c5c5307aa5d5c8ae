import { setTimeout as sleep } from 'node:timers/promises'
import { placeRaceBetAnswer } from '#core/api/races.ts'
import { SETTLED_TWICE } from '../chaos/bets/journal.ts'
import { RACES } from '../chaos/bets/races.ts'
import { SPORTS } from '../chaos/bets/sports.ts'
import { judgeLedger } from '../chaos/deposits/judge-ledger.ts'
import {
  countRows,
  failuresOfAudit,
  judgeBets,
  STORED_PAYOUTS,
} from '../chaos/judge.ts'
import {
  atMost,
  type Measure,
  none,
  percentile,
  rounded,
  withoutBar,
} from '../cli/measures.ts'
import { residentMb } from '../process/system-processes.ts'
import type { Stage } from '../product/stage.ts'
import { watchAlarms } from './alarms.ts'
import { type Pilot, startOperators } from './operators.ts'
import { startPayments } from './payments.ts'
import { openPilotSite } from './pilot-site.ts'
import { Visits } from './visits.ts'

const PROGRESS_EVERY_S = 600
const WAIT_P99_MS = 1_000
/** Longest wait for a bet or a WebSocket, while a standby becomes the primary. */
const LONGEST_S = 15
/** From a payment's block to its coins; deposits are paused for a minute. */
const CREDIT_S = 120
/** Payments by contracts, found by the balance. */
const BY_CONTRACT_S = 300
const BY_HAND_MAX = 10
const STORED = [STORED_PAYOUTS, RACES.stored, SPORTS.stored].join(' UNION ALL ')

/** Plays a pilot for some minutes, and audits it. */
export async function rehearse(
  stage: Stage,
  minutes: number,
): Promise<Measure[]> {
  const site = await openPilotSite(stage)
  const payments = startPayments(site)
  const { activate } = payments
  const visits = new Visits({ url: site.url, minutes, onRegistered: activate })
  const pilot = { stage, site, visits, payments, minutes }
  const operators = startOperators(pilot)
  const alarms = await watchAlarms(stage, site, operators.expects)
  let load: Measure[] = []
  for (let left = minutes * 60; left > 0; left -= PROGRESS_EVERY_S) {
    const seconds = Math.min(left, PROGRESS_EVERY_S)
    for (const endpoint of site.endpoints) endpoint.takeCounts()
    await sleep(seconds * 1_000)
    load = await loadRows(pilot, seconds)
    const rows = [...waitRows(pilot), ...load]
    const texts = rows.map(
      ({ name, unit, value }) => `${name} ${value} ${unit}`,
    )
    console.log(new Date().toISOString(), texts.join(', '))
  }
  await operators.done
  await visits.stop()
  await payments.stop()
  const alerts = await alarms.stop()
  const failures = [...visits.failures, ...payments.failures]
  for (const [failure, all] of Map.groupBy(failures, (text) => text)) {
    console.log(`  ${all.length} × ${failure}`)
  }
  if (alerts.length > 0) console.log(`Alerts: ${alerts.join(', ')}`)
  return [
    ...waitRows(pilot),
    ...load,
    none('steps_failed', operators.failures.length, 'steps'),
    none('alarms_unexpected', alarms.unexpected.size, 'alarms'),
    none('alerts_fired', alerts.length, 'alerts'),
    withoutBar('indexer_starts', site.indexer.starts(), 'starts'),
    ...(await auditRows(pilot)),
  ]
}

/** Returns players' waits, and the requests that failed. */
function waitRows({ payments, visits }: Pilot): Measure[] {
  const { absencesMs, failures, registered, waitsMs } = visits
  const { byContract, direct } = payments.creditedMs
  const credited = direct.length + byContract.length
  const byHand = [...failures, ...payments.failures]
  const wait = (percent: number) => rounded(percentile(waitsMs, percent), 1)
  const seconds = (ms: number) => rounded(ms / 1_000, 1)
  return [
    withoutBar('players', registered, 'registered'),
    withoutBar('requests', waitsMs.length, 'answered'),
    withoutBar('wait_p50', wait(50), 'ms'),
    atMost('wait_p99', wait(99), 'ms', WAIT_P99_MS),
    atMost('wait_longest', seconds(wait(100)), 's', LONGEST_S),
    atMost(
      'socket_away_longest',
      seconds(Math.max(0, ...absencesMs)),
      's',
      LONGEST_S,
    ),
    withoutBar('tries_by_the_site', visits.repeatedTries, 'requests'),
    atMost('tries_by_hand', byHand.length, 'requests', BY_HAND_MAX),
    withoutBar('deposits', payments.sent.length, 'sent'),
    none('deposits_waiting', payments.sent.length - credited, 'deposits'),
    withoutBar('credit_p50', seconds(percentile(direct, 50)), 's'),
    atMost('credit_longest', seconds(Math.max(0, ...direct)), 's', CREDIT_S),
    withoutBar('contract_p50', seconds(percentile(byContract, 50)), 's'),
    atMost(
      'contract_longest',
      seconds(Math.max(0, ...byContract)),
      's',
      BY_CONTRACT_S,
    ),
  ]
}

async function loadRows(
  { site: { cluster, database, endpoints } }: Pilot,
  seconds: number,
): Promise<Measure[]> {
  const counted = endpoints.map((endpoint) => endpoint.takeCounts())
  const requests = counted.flatMap(({ byMethod }) => [...byMethod.values()])
  const perSecond = requests.reduce((sum, count) => sum + count, 0) / seconds
  const size = `SELECT pg_database_size(current_database()) / 2 ^ 20 AS count`
  return [
    withoutBar('node_requests', rounded(perSecond, 1), 'requests/s'),
    withoutBar('database', Math.round(await countRows(database, size)), 'MB'),
    ...cluster.apis.map(({ name, pids }) => {
      const memory = Math.max(0, ...pids().map(residentMb))
      return withoutBar(`${name}_memory`, Math.round(memory), 'MB')
    }),
  ]
}

/** Checks that no bet and no payment is lost or counted twice. */
async function auditRows({
  payments: { sent },
  site,
  stage,
  visits,
}: Pilot): Promise<Measure[]> {
  const { database } = site
  const { accepted } = visits
  const onRaces = accepted.filter(
    (one) => placeRaceBetAnswer.safeParse(one).success,
  )
  const count = (query: string) =>
    countRows(database, `SELECT count(*) FROM (${query}) AS bets`)
  return [
    ...(await RACES.judge('races', database, onRaces)),
    ...(await SPORTS.judge('sports', database, accepted)),
    ...(await judgeBets('bets', database, visits, STORED)),
    none('bets_orphaned', (await count(STORED)) - accepted.length),
    none('bets_settled_twice', await count(SETTLED_TWICE)),
    ...(await judgeLedger('deposits', stage, site, { sent, by: 'wallet' })),
    none('ledger_audit_failed', await failuresOfAudit(stage)),
  ]
}

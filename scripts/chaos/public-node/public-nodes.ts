import { setTimeout as sleep } from 'node:timers/promises'
import { lowerCase } from '#core/chain/chains.ts'
import { type Profile, requestRates } from '#testing/chain/public-endpoint.ts'
import {
  atMost,
  type Measure,
  none,
  rounded,
  withoutBar,
} from '../../cli/measures.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { onStage } from '../../product/stage.ts'
import { judgeLedger } from '../deposits/judge-ledger.ts'
import { countRows } from '../judge.ts'
import { openPublicSite, type PublicSite } from './public-site.ts'
import { KINDS, type Kind } from './testnet.ts'

/** Seconds from the block of a payment to its coins. */
type CreditBars = Record<Kind, number>

/** Conditions of free public nodes. */
type PublicCase = {
  name: string
  /** One for each endpoint, the preferred one first. */
  profiles: readonly Partial<Profile>[]
  run: (name: string, site: PublicSite) => Promise<Measure[]>
  /** Alarm that operators must see. */
  alarm?: string
  /** A race that no process closes in time must become void. */
  isDown?: boolean
}

const SETTLE_MS = 10_000
const IDLE_SECONDS = 40
const ACTIVE_WITHIN_SECONDS = 60
/** 300 blocks. */
const STALLED_SECONDS = 135
/** After 100 blocks, and a report by each process. */
const STALL_TOLD_MS = 60_000
const DOWNTIME_BLOCKS = 8_000
const CATCH_UP_SECONDS = 300

const QUICK: CreditBars = { native: 8, token: 10, internal: 60 }
const SLOW: CreditBars = { native: 30, token: 30, internal: 120 }
/** A node as most free plans have it. */
const LIMITED: Partial<Profile> = { ratePerSecond: 25, refusal: 'chainstack' }
const TEN: Partial<Profile> = { ratePerSecond: 10, refusal: 'http_text' }

export const PUBLIC_CASES: PublicCase[] = [
  { name: 'public_idle', profiles: [{}], run: idle(6) },
  // Shows which part of the others' times is due to the machine.
  { name: 'public_unlimited', profiles: [{}], run: measureCredits(QUICK) },
  freePlan('public_25', QUICK, [{}]),
  freePlan('public_10', SLOW, [TEN], 'node_limited'),
  freePlan('public_flaky', SLOW, [{ flakyShare: 0.05 }]),
  freePlan('public_logs_5', SLOW, [{ logRange: 5 }]),
  freePlan('public_logs_refused', SLOW, [{ logRange: 0 }]),
  freePlan('public_no_receipts', SLOW, [{ hasBlockReceipts: false }]),
  { name: 'public_stalled', profiles: [LIMITED], run: stallFinality },
  { name: 'public_downtime', profiles: [LIMITED], run: catchUp, isDown: true },
  { name: 'public_idle_two', profiles: [{}, {}], run: idle(8) },
  freePlan('public_lag_5', QUICK, [{}, { blocksBehind: 5 }]),
  freePlan('public_lag_40', QUICK, [{}, { blocksBehind: 40 }], 'node_behind'),
]

/** Returns the case of nodes as most free plans have them, with faults. */
function freePlan(
  name: string,
  bars: CreditBars,
  faults: readonly Partial<Profile>[],
  alarm?: string,
): PublicCase {
  const profiles = faults.map((fault) => ({ ...LIMITED, ...fault }))
  return { name, profiles, run: measureCredits(bars), ...(alarm && { alarm }) }
}

/** Measures a product on public nodes: one for all cases of as many nodes. */
export async function injectPublicNodes(
  cases: readonly PublicCase[],
): Promise<Measure[]> {
  const rows: Measure[] = []
  for (const [nodes, some] of Map.groupBy(cases, (it) => it.profiles.length)) {
    await onStage(async (stage) => {
      const site = await openPublicSite(stage, nodes)
      for (const one of some) rows.push(...(await runCase(one, site)))
      const payments = { sent: site.sent, by: 'wallet' } as const
      const name = `public_${nodes}`
      rows.push(...(await judgeLedger(name, stage, site, payments)))
    })
  }
  return rows
}

async function runCase(
  { name, profiles, run, alarm, isDown }: PublicCase,
  site: PublicSite,
): Promise<Measure[]> {
  console.log(`Injecting ${name} ...`)
  const voids = () => countRows(site.database, VOID_RACES)
  const before = await voids()
  for (const [index, endpoint] of site.endpoints.entries()) {
    endpoint.inject(profiles[index])
  }
  const rows = await run(name, site)
  if (alarm) rows.push(await alarmRow(name, site, alarm))
  for (const endpoint of site.endpoints) endpoint.inject()
  const voided = (await voids()) - before
  const row = `${name}_races_void`
  return [
    ...rows,
    isDown ? withoutBar(row, voided, 'races') : none(row, voided, 'races'),
  ]
}

const VOID_RACES = `SELECT count(*) FROM races WHERE status = 'void'`

function idle(bar: number): PublicCase['run'] {
  return async (name, { endpoints }) => {
    const { byMethod, total } = await requestRates(endpoints, IDLE_SECONDS)
    for (const { method, perSecond } of byMethod) {
      console.log(`  ${perSecond}/s ${method}`)
    }
    return [atMost(name, total, 'requests/s', bar)]
  }
}

function measureCredits(bars: CreditBars): PublicCase['run'] {
  return async (name, site) => {
    await sleep(SETTLE_MS)
    const rates = requestRates(site.endpoints, IDLE_SECONDS)
    const startedAt = performance.now()
    await site.activate()
    const activated = secondsSince(startedAt)
    const rows = await creditRows(name, site, bars)
    const { total, refused } = await rates
    const unit = 'requests/s'
    return [
      atMost(`${name}_wallet_activated`, activated, 's', ACTIVE_WITHIN_SECONDS),
      ...rows,
      withoutBar(`${name}_requests`, total, unit),
      withoutBar(`${name}_refused`, refused, unit),
    ]
  }
}

async function alarmRow(
  name: string,
  site: PublicSite,
  alarm: string,
): Promise<Measure> {
  const isShown = await site.showsAlarm(alarm)
  return none(`${name}_${alarm}_untold`, Number(!isShown))
}

/** Nothing is credited while voting stalls, and all of it soon after. */
async function stallFinality(
  name: string,
  site: PublicSite,
): Promise<Measure[]> {
  const head = await site.client.getBlockNumber({ cacheTime: 0 })
  for (const endpoint of site.endpoints) {
    endpoint.inject({ ...LIMITED, finalizedAt: head })
  }
  const alarm = sleep(STALL_TOLD_MS).then(() =>
    alarmRow(name, site, 'finality_stalled'),
  )
  const before = await countCredits(site)
  const over = sleep(STALLED_SECONDS * 1_000).then(async () => {
    const early = (await countCredits(site)) - before
    for (const endpoint of site.endpoints) endpoint.inject(LIMITED)
    return none(`${name}_credited_early`, early)
  })
  const rows = await creditRows(name, site, {
    native: STALLED_SECONDS + SLOW.native,
    token: STALLED_SECONDS + SLOW.token,
    internal: STALLED_SECONDS + SLOW.internal,
  })
  return [...rows, await over, await alarm]
}

/** An hour's blocks, with payments in the first, pass without indexer and API. */
async function catchUp(name: string, site: PublicSite): Promise<Measure[]> {
  const due = (await countCredits(site)) + KINDS.length
  let startedAt = 0
  await site.whileDown(async () => {
    for (const kind of KINDS) await site.pay(kind)
    await site.control.mineEach(DOWNTIME_BLOCKS)
    startedAt = performance.now()
  })
  const isCredited = async () => (await countCredits(site)) >= due
  await waitUntil(isCredited, CATCH_UP_SECONDS * 1_000 * 2)
  return [
    atMost(`${name}_caught_up`, secondsSince(startedAt), 's', CATCH_UP_SECONDS),
    ...(await creditRows(name, site, SLOW)),
  ]
}

const PAYMENTS_OF_A_KIND = 4
const SPACING_MS = 700
/** Factor of the bar for which a credit is awaited. */
const TIMEOUT_FACTOR = 1.5

/** Pays players in all ways, and measures the longest wait of each. */
async function creditRows(
  name: string,
  site: PublicSite,
  bars: CreditBars,
): Promise<Measure[]> {
  const waits: Promise<{ kind: Kind; seconds: number }>[] = []
  for (let round = 0; round < PAYMENTS_OF_A_KIND; round += 1) {
    for (const kind of KINDS) {
      waits.push(waitFor(kind, site, bars[kind] * TIMEOUT_FACTOR))
      await sleep(SPACING_MS)
    }
  }
  const all = await Promise.all(waits)
  return KINDS.map((kind) => {
    const some = all.filter((wait) => wait.kind === kind)
    const value = Math.max(...some.map(({ seconds }) => seconds))
    return atMost(`${name}_${kind}`, value, 's', bars[kind])
  })
}

async function waitFor(kind: Kind, site: PublicSite, withinSeconds: number) {
  const wallet = await site.pay(kind)
  const startedAt = performance.now()
  const due = (await countCredits(site, wallet)) + 1
  const isCredited = async () => (await countCredits(site, wallet)) >= due
  await waitUntil(isCredited, withinSeconds * 1_000)
  return { kind, seconds: secondsSince(startedAt) }
}

/** Counts the credits of a wallet, or of all. */
export function countCredits(
  { database }: Pick<PublicSite, 'database'>,
  wallet?: string,
): Promise<number> {
  return countRows(
    database,
    `SELECT count(*) FROM crypto_deposits
     WHERE status = 'confirmed' AND wallet = coalesce($1, wallet)`,
    [wallet && lowerCase(wallet)],
  )
}

function secondsSince(startedAt: number): number {
  return rounded((performance.now() - startedAt) / 1_000, 1)
}

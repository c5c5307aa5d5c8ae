import { setTimeout as sleep } from 'node:timers/promises'
import { type Nature, requestRates } from '#testing/chain/public-endpoint.ts'
import {
  asItIs,
  atMost,
  type Measure,
  none,
  rounded,
} from '../../cli/measures.ts'
import { waitUntil } from '../../process/wait-until.ts'
import { type CreditBars, creditRows } from './credit-times.ts'
import { KINDS, type PublicSite } from './public-site.ts'

export type PublicCase = {
  name: string
  nodes: number
  run: (site: PublicSite) => Promise<Measure[]>
  /** A race that no process closes in time must become void. */
  isDown?: boolean
}

type CreditTerms = {
  /** One for each endpoint, the preferred one first. */
  natures: readonly Partial<Nature>[]
  bars: CreditBars
  /** Alarm that operators must see. */
  alarm?: string
}

const QUICK: CreditBars = { native: 8, token: 10, internal: 60 }
const SLOW: CreditBars = { native: 30, token: 30, internal: 120 }
const SETTLE_MS = 10_000
const IDLE_SECONDS = 40
const ACTIVE_WITHIN_SECONDS = 60
/** 300 blocks. */
const STALLED_SECONDS = 135
/** After 100 blocks, and a report by each process. */
const STALL_TOLD_MS = 60_000
const DOWNTIME_BLOCKS = 8_000
const CATCH_UP_SECONDS = 300

/** A node as most free plans have it. */
const LIMITED: Partial<Nature> = { ratePerSecond: 25, refusal: 'chainstack' }

/** Conditions of free public nodes. */
export const PUBLIC_CASES: PublicCase[] = [
  idle('public_idle', { nodes: 1, bar: 6 }),
  // Shows what of the others' times is the machine's.
  credits('public_unlimited', { natures: [{}], bars: QUICK }),
  credits('public_25', { natures: [LIMITED], bars: QUICK }),
  credits('public_10', {
    natures: [{ ratePerSecond: 10, refusal: 'http_text' }],
    bars: SLOW,
    alarm: 'node_limited',
  }),
  credits('public_flaky', {
    natures: [{ ...LIMITED, flakyShare: 0.05 }],
    bars: SLOW,
  }),
  credits('public_logs_5', {
    natures: [{ ...LIMITED, logRange: 5 }],
    bars: SLOW,
  }),
  credits('public_logs_refused', {
    natures: [{ ...LIMITED, logRange: 0 }],
    bars: SLOW,
  }),
  credits('public_no_receipts', {
    natures: [{ ...LIMITED, hasBlockReceipts: false }],
    bars: SLOW,
  }),
  { name: 'public_stalled', nodes: 1, run: stallFinality },
  { name: 'public_downtime', nodes: 1, run: catchUp, isDown: true },
  idle('public_idle_two', { nodes: 2, bar: 8 }),
  credits('public_lag_5', {
    natures: [LIMITED, { ...LIMITED, blocksBehind: 5 }],
    bars: QUICK,
  }),
  credits('public_lag_40', {
    natures: [LIMITED, { ...LIMITED, blocksBehind: 40 }],
    bars: QUICK,
    alarm: 'node_behind',
  }),
]

function idle(
  name: string,
  { nodes, bar }: { nodes: number; bar: number },
): PublicCase {
  const run = async ({ endpoints }: PublicSite) => {
    const { byMethod, total } = await requestRates(endpoints, IDLE_SECONDS)
    for (const { method, perSecond } of byMethod) {
      console.log(`  ${perSecond}/s ${method}`)
    }
    return [atMost(bar, { name, value: total, unit: 'requests/s' })]
  }
  return { name, nodes, run }
}

function credits(
  name: string,
  { alarm, bars, natures }: CreditTerms,
): PublicCase {
  const run = async (site: PublicSite) => {
    const { endpoints } = site
    for (const [index, endpoint] of endpoints.entries()) {
      endpoint.be(natures[index])
    }
    await sleep(SETTLE_MS)
    const rates = requestRates(endpoints, IDLE_SECONDS)
    const activated = await secondsOf(() => site.activate())
    const rows = await creditRows(name, site, bars)
    const { total, refused } = await rates
    return [
      atMost(ACTIVE_WITHIN_SECONDS, {
        name: `${name}_wallet_activated`,
        value: activated,
        unit: 's',
      }),
      ...rows,
      asItIs({ name: `${name}_requests`, value: total, unit: 'requests/s' }),
      asItIs({ name: `${name}_refused`, value: refused, unit: 'requests/s' }),
      ...(alarm ? [await alarmRow(name, site, alarm)] : []),
    ]
  }
  return { name, nodes: natures.length, run }
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
async function stallFinality(site: PublicSite): Promise<Measure[]> {
  const name = 'public_stalled'
  const head = await site.client.getBlockNumber({ cacheTime: 0 })
  for (const endpoint of site.endpoints) {
    endpoint.be({ ...LIMITED, finalizedAt: head })
  }
  const alarm = sleep(STALL_TOLD_MS).then(() =>
    alarmRow(name, site, 'finality_stalled'),
  )
  const before = await site.countCredits()
  const over = sleep(STALLED_SECONDS * 1_000).then(async () => {
    const early = (await site.countCredits()) - before
    for (const endpoint of site.endpoints) endpoint.be(LIMITED)
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
async function catchUp(site: PublicSite): Promise<Measure[]> {
  const name = 'public_downtime'
  const { control, endpoints, wallets } = site
  for (const endpoint of endpoints) endpoint.be(LIMITED)
  let due = await site.countCredits()
  let startedAtMs = 0
  await site.whileDown(async () => {
    for (const [index, kind] of KINDS.entries()) {
      const wallet = wallets[index]
      if (wallet) await site.pay(kind, wallet)
      due += 1
    }
    await control.mineEach(DOWNTIME_BLOCKS)
    startedAtMs = performance.now()
  })
  const isCredited = async () => (await site.countCredits()) >= due
  await waitUntil(isCredited, CATCH_UP_SECONDS * 1_000 * 2)
  const seconds = rounded((performance.now() - startedAtMs) / 1_000, 1)
  return [
    atMost(CATCH_UP_SECONDS, {
      name: `${name}_caught_up`,
      value: seconds,
      unit: 's',
    }),
    ...(await creditRows(name, site, SLOW)),
  ]
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return rounded((performance.now() - startedAt) / 1_000, 1)
}

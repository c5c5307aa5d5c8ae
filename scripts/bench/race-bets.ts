import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inChunks } from '../../api/src/platform/batches.ts'
import {
  atMost,
  type Measure,
  none,
  percentile,
  withoutBar,
} from '../cli/measures.ts'
import { HttpClient, post } from '../load/http-client.ts'
import { type RaceSite, raceWhere } from '../load/present-race.ts'

const BETS = 2_000
const LAST_MS = 2_000
/** Time to see all players before the last seconds. */
const AHEAD_MS = 8_000
const LOOKERS = 50
const ANSWER_WITHIN_MS = 30_000
const HORSES = 4
const CLOSED = 'race_running'

/** Measures 2,000 bets in the last two seconds before a race closes. */
export async function raceBetRows(site: RaceSite): Promise<Measure[]> {
  const { database } = site
  const race = await raceWhere(
    database,
    ({ status, toCloseMs }) =>
      status === 'open' && toCloseMs > LAST_MS + AHEAD_MS,
  )
  const beginsAt = performance.now() + race.toCloseMs - LAST_MS
  await pollRace(site)
  await sleep(beginsAt - performance.now())
  const answers = await burst(site)
  await raceWhere(database, ({ status }) => status !== 'open')
  const taken = answers.filter(({ answer }) => answer?.status === 200).length
  const refused = answers.filter(({ answer }) =>
    answer?.text.includes(CLOSED),
  ).length
  const waits = answers.map(({ waitMs }) => waitMs)
  const p99Ms = percentile(waits, 99)
  const { rows } = await database.query<{ kept: number; late: number }>(
    `SELECT count(*)::int AS kept,
       (count(*) FILTER (WHERE placed_at > closes_at))::int AS late
     FROM race_bets JOIN races ON number = race_number WHERE race_number = $1`,
    [race.number],
  )
  const { kept = 0, late = 0 } = rows[0] ?? {}
  const unit = 'bets'
  return [
    atMost('race_bets_p99', p99Ms, 'ms', 500),
    withoutBar('race_bets_taken', taken, unit),
    withoutBar('race_bets_refused', refused, unit),
    none('race_bets_failed', BETS - taken - refused, unit),
    none('race_bets_lost', taken - kept, unit),
    none('race_bets_after_close', late, unit),
  ]
}

/** Reads the race for all players, who poll it once a second. */
async function pollRace({ api, cookies }: RaceSite): Promise<void> {
  const path = `${api.url}/api/races/current-bets`
  for (const some of inChunks(cookies, LOOKERS)) {
    const looks = some.map(async (cookie) => {
      const answer = await fetch(path, { headers: { cookie } })
      await answer.text()
    })
    await Promise.all(looks)
  }
}

/** Spreads bets evenly over the last seconds, of each player in turn. */
async function burst({ api, cookies }: RaceSite) {
  const client = new HttpClient()
  const startedAt = performance.now()

  async function bet(index: number, dueAt: number) {
    const cookie = cookies[index % cookies.length] ?? ''
    const wish = { horseId: 1 + (index % HORSES), amount: 1 }
    const key = { 'idempotency-key': randomUUID() }
    const message = { ...post(cookie, wish, key), withinMs: ANSWER_WITHIN_MS }
    const sent = client.send(`${api.url}/api/races/place-bet`, message)
    const answer = await sent.catch(() => undefined)
    return { answer, waitMs: performance.now() - dueAt }
  }

  const bets: ReturnType<typeof bet>[] = []
  for (let index = 0; index < BETS; index += 1) {
    const dueAt = startedAt + (index * LAST_MS) / BETS
    const aheadMs = dueAt - performance.now()
    if (aheadMs > 1) await sleep(aheadMs)
    bets.push(bet(index, dueAt))
  }
  return Promise.all(bets).finally(() => client.close())
}

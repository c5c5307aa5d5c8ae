import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { chunksOf } from '../../../api/src/platform/batches.ts'
import {
  asItIs,
  atMost,
  type Measure,
  none,
  percentile,
} from '../../cli/measures.ts'
import { startContracts } from '../../deposit/deposit-site.ts'
import { type HttpAnswer, HttpClient } from '../../load/http-client.ts'
import type { Stage, StageProcess } from '../../product/stage.ts'
import { enrollPlayers } from '../players.ts'

const BETS = 2_000
const LAST_MS = 2_000
/** Time to see all players before the last seconds. */
const AHEAD_MS = 8_000
const LOOKERS = 50
const ANSWER_WITHIN_MS = 30_000
const HORSES = 4
const P99_BAR_MS = 500
const CLOSED = 'race_running'

type Answered = { answer: HttpAnswer | undefined; waitMs: number }

/** Measures 2,000 bets in the last two seconds before a race closes. */
export async function raceBetRows(site: RaceSite): Promise<Measure[]> {
  const race = await raceWhere(
    site,
    ({ status, toCloseMs }) =>
      status === 'open' && toCloseMs > LAST_MS + AHEAD_MS,
  )
  const beginsAt = performance.now() + race.toCloseMs - LAST_MS
  await lookOn(site)
  await sleep(beginsAt - performance.now())
  const answers = await burst(site)
  await raceWhere(site, ({ status }) => status !== 'open')
  const taken = answers.filter(({ answer }) => answer?.status === 200)
  const refused = answers.filter(({ answer }) => answer?.text.includes(CLOSED))
  const { kept, late } = await keptOf(site, race.number)
  const unit = 'bets'
  return [
    atMost(P99_BAR_MS, {
      name: 'race_bets_p99',
      value: Math.round(
        percentile(
          answers.map(({ waitMs }) => waitMs),
          99,
        ),
      ),
      unit: 'ms',
    }),
    asItIs({ name: 'race_bets_taken', value: taken.length, unit }),
    asItIs({ name: 'race_bets_refused', value: refused.length, unit }),
    none('race_bets_failed', BETS - taken.length - refused.length, unit),
    none('race_bets_lost', taken.length - kept, unit),
    none('race_bets_after_close', late, unit),
  ]
}

/** Reads the race for all players, who poll it once a second. */
async function lookOn({ api, cookies }: RaceSite): Promise<void> {
  for (const some of chunksOf(cookies, LOOKERS)) {
    await Promise.all(
      some.map(async (cookie) => {
        const path = `${api.url}/api/races/current-bets`
        const answer = await fetch(path, { headers: { cookie } })
        await answer.text()
      }),
    )
  }
}

/** Spreads bets evenly over the last seconds, of each player in turn. */
async function burst({ api, cookies }: RaceSite): Promise<Answered[]> {
  const client = new HttpClient()
  const startedAt = performance.now()
  const sent: Promise<Answered>[] = []
  for (let index = 0; index < BETS; index += 1) {
    const dueAt = startedAt + (index * LAST_MS) / BETS
    const aheadMs = dueAt - performance.now()
    if (aheadMs > 1) await sleep(aheadMs)
    const cookie = cookies[index % cookies.length] ?? ''
    const horseId = 1 + (index % HORSES)
    sent.push(bet(client, { url: api.url, cookie, horseId, dueAt }))
  }
  return Promise.all(sent).finally(() => client.close())
}

type Bet = { url: string; cookie: string; horseId: number; dueAt: number }

async function bet(
  client: HttpClient,
  { cookie, dueAt, horseId, url }: Bet,
): Promise<Answered> {
  const answer = await client
    .send(`${url}/api/races/place-bet`, {
      method: 'POST',
      headers: {
        cookie,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ horseId, amount: 1 }),
      withinMs: ANSWER_WITHIN_MS,
    })
    .catch(() => undefined)
  return { answer, waitMs: performance.now() - dueAt }
}

async function keptOf({ database }: RaceSite, race: number) {
  const { rows } = await database.query<{ kept: number; late: number }>(
    `SELECT count(*)::int AS kept,
       (count(*) FILTER (WHERE placed_at > closes_at))::int AS late
     FROM race_bets JOIN races ON number = race_number WHERE race_number = $1`,
    [race],
  )
  return rows[0] ?? { kept: 0, late: 0 }
}

const PLAYERS = 1_000
const LOOK_EVERY_MS = 10

/** Limits for thousands of clients on one machine. */
const MANY_OF_ONE_NETWORK = {
  CONNECTIONS_PER_NETWORK: '9000',
  REQUESTS_PER_NETWORK: '9000',
  SOCKETS_PER_NETWORK: '9000',
}

/** An API process with races, and the chain of their salts. */
export type RaceSite = {
  api: StageProcess
  database: Pool
  /** Players' Cookie headers. */
  cookies: string[]
}

export async function openRaceSite(stage: Stage): Promise<RaceSite> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const chain = await startContracts(stage)
  stage.env = { ...stage.env, ...MANY_OF_ONE_NETWORK, RPC_URL: chain.url }
  const api = await stage.startApi()
  const connectionString = stage.env.DATABASE_URL
  return { api, database: new Pool({ connectionString, max: 2 }), cookies }
}

export type RaceNow = { number: number; status: string; toCloseMs: number }

/** Waits for a race that matches. */
export async function raceWhere(
  { database }: RaceSite,
  isWanted: (race: RaceNow) => boolean,
): Promise<RaceNow> {
  for (;;) {
    const { rows } = await database.query<RaceNow>(
      `SELECT number::int, status,
         (extract(epoch FROM closes_at - clock_timestamp()) * 1000)::int AS "toCloseMs"
       FROM races ORDER BY number DESC LIMIT 1`,
    )
    const [race] = rows
    if (race && isWanted(race)) return race
    await sleep(LOOK_EVERY_MS)
  }
}

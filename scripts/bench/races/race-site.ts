import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { startContracts } from '../../deposit/deposit-site.ts'
import type { Stage, StageProcess } from '../../product/stage.ts'
import { enrollPlayers } from '../players.ts'

const PLAYERS = 1_000
const LOOK_EVERY_MS = 10

/** Thousands of browsers come from this machine alone. */
const MANY_OF_ONE_NETWORK = {
  CONNECTIONS_PER_NETWORK: '9000',
  REQUESTS_PER_NETWORK: '9000',
  SOCKETS_PER_NETWORK: '9000',
}

/** An API process that holds races, on a stage with a chain for their salts. */
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

/** Waits for a race that is as wanted, however many races it takes. */
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

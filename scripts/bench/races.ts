import type { Measure } from '../cli/measures.ts'
import { startContracts } from '../deposit/deposit-site.ts'
import type { Stage } from '../product/stage.ts'
import { enrollPlayers } from './players.ts'
import { raceBetRows } from './race-bets.ts'
import { readRows } from './reads.ts'
import { socketRows } from './sockets.ts'

const PLAYERS = 1_000

/** Limits for thousands of clients on one machine. */
const MANY_OF_ONE_NETWORK = {
  CONNECTIONS_PER_NETWORK: '9000',
  REQUESTS_PER_NETWORK: '9000',
  SOCKETS_PER_NETWORK: '9000',
}

/** Measures races under load: bets in the last seconds, polled reads, sockets. */
export async function raceRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS)
  const { url: RPC_URL } = await startContracts(stage)
  stage.env = { ...stage.env, ...MANY_OF_ONE_NETWORK, RPC_URL }
  const api = await stage.startApi()
  const site = { api, database: stage.database, cookies }
  // First, so that reads include thousands of bets.
  const bets = await raceBetRows(site)
  const reads = await readRows(stage, site)
  // Memory left by earlier loads would hide that of the sockets.
  await api.process.stop()
  site.api = await stage.startApi()
  return [...bets, ...reads, ...(await socketRows(site))]
}

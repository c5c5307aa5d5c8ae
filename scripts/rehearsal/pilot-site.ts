import { setTimeout as sleep } from 'node:timers/promises'
import { getAddress } from 'viem'
import type { Profile } from '#testing/chain/public-endpoint.ts'
import { connectDeployment } from '../chain/connect-chain.ts'
import { createJournal } from '../chaos/bets/journal.ts'
import { SPORTS } from '../chaos/bets/sports.ts'
import {
  createPayer,
  startEndpoints,
  startTestnet,
} from '../chaos/public-node/testnet.ts'
import { openCluster } from '../cluster/cluster.ts'
import { freePort } from '../process/ports.ts'
import type { ManagedProcess } from '../process/supervisor.ts'
import type { Stage } from '../product/stage.ts'
import { startIndexer } from '../product/start-parts.ts'

/** Two free plans: one limits the rate, the other also lags. */
export const PROFILES: readonly Partial<Profile>[] = [
  { ratePerSecond: 25, refusal: 'chainstack', flakyShare: 0.02 },
  {
    ratePerSecond: 25,
    refusal: 'quicknode',
    flakyShare: 0.02,
    blocksBehind: 3,
  },
]
const TREASURY = getAddress(`0x${'7'.repeat(40)}`)

export type PilotSite = Awaited<ReturnType<typeof openPilotSite>>

/** Starts a cluster whose nodes are public endpoints of a testnet, on an empty stage. */
export async function openPilotSite(stage: Stage) {
  const { directory, runner } = stage
  const [host, port] = ['127.0.0.1', await freePort()]
  const place = { directory, host, port, password: 'of a pilot on paper' }
  const cluster = await openCluster(place, runner)
  const { apiEnv, apis, urls } = cluster
  const PUBLIC_URL = urls.players
  stage.env = { ...stage.env, ...apiEnv, DATABASE_URL: urls.direct, PUBLIC_URL }
  await SPORTS.prepare(stage)
  const [chain] = await Promise.all([
    startTestnet(stage),
    cluster.startDatabase(),
  ])
  const endpoints = await startEndpoints(stage, chain.url, PROFILES.length)
  for (const [index, profile] of PROFILES.entries()) {
    endpoints[index]?.inject(profile)
  }
  const rpcUrl = endpoints.map(({ url }) => url).join()
  const more = { RPC_URL: rpcUrl, TREASURY_ADDRESS: TREASURY }
  stage.env = { ...stage.env, ...more }
  Object.assign(apiEnv, { ...stage.env, DATABASE_URL: urls.pooled })
  await Promise.all(apis.map(({ start }) => start()))
  await createJournal(stage.database)
  const { client } = await connectDeployment(chain.deployment, chain.url)
  const setting = { ...chain.setting, rpcUrl }
  return {
    chain,
    client,
    cluster,
    database: stage.database,
    endpoints,
    indexer: await keepIndexer(() =>
      startIndexer({ databaseUrl: urls.direct, chain: setting }, runner),
    ),
    pay: await createPayer(chain),
    url: urls.players,
  }
}

const RESTARTS_AFTER_MS = 2_000

/** Starts the indexer again whenever it ends, as a process manager does. */
async function keepIndexer(start: () => Promise<ManagedProcess>) {
  let running = await start()
  let starts = 1
  const keep = async () => {
    for (;;) {
      await running.ended
      await sleep(RESTARTS_AFTER_MS, undefined, { ref: false })
      running = await start()
      starts += 1
    }
  }
  // The stage starts nothing more once it closes.
  keep().catch(() => undefined)
  return { starts: () => starts, stop: () => running.stop() }
}

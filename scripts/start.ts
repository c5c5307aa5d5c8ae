import { parseArgs } from 'node:util'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { claimPort, freePort } from './process/ports.ts'
import type { Supervisor } from './process/supervisor.ts'
import { startDatabase } from './product/database.ts'
import type { LaunchConfig } from './product/launch-config.ts'
import { followChain } from './product/renewed-chain.ts'
import { runProduct } from './product/run-product.ts'
import { loadSecrets } from './product/secrets.ts'
import {
  apiEnvironment,
  provideContracts,
  startApi,
  startIndexer,
  startLocalChain,
} from './product/start-parts.ts'
import { buildWeb, startWebDev } from './product/web.ts'

const { values } = parseArgs({ options: { dev: { type: 'boolean' } } })

// npm start: the whole product on one machine, on one port. npm run dev (--dev):
// Vite has that port, serves the web from its sources and proxies the API, which
// restarts when a file changes.
await runProduct(async (config, supervisor) => {
  const { host, dataDir } = config
  const port = await claimPort(host, config.port)
  const secrets = loadSecrets(dataDir)
  if (values.dev) console.log(`Logs      ${dataDir}/logs`)
  const [databaseUrl, webDir, chain] = await Promise.all([
    startDatabase(config, secrets, supervisor),
    values.dev ? undefined : buildWeb(supervisor),
    startChain(config, supervisor),
  ])
  const ownUrl = `http://localhost:${port}`
  const env = {
    ...apiEnvironment({ config, secrets, chain, ownUrl, webDir }),
    DATABASE_URL: databaseUrl,
  }
  const place = values.dev
    ? { host: '127.0.0.1', port: await freePort(), nodeFlags: ['--watch'] }
    : { host, port }

  async function openSite() {
    const api = await startApi({ ...place, env }, supervisor)
    if (values.dev) {
      await startWebDev({ host, port, apiUrl: api.url }, supervisor)
    }
    console.log(`Ready: ${ownUrl}`)
    return api
  }
  // The site opens before the indexer has caught up: all games work, and deposits
  // are credited later.
  const [{ restart }] = await Promise.all([
    openSite(),
    startIndexer({ databaseUrl, chain }, supervisor),
  ])
  await followChain({ config, chain, restartApi: restart }, supervisor)
})

/** Uses the configured chain or a new local one, and deploys the contracts. */
async function startChain(config: LaunchConfig, supervisor: Supervisor) {
  const url = config.rpcUrl ?? (await startLocalChain(supervisor)).url
  const which = config.rpcUrl ? 'the one of RPC_URL' : `${url} (${LOCAL_CHAIN})`
  console.log(`Chain     ${which}`)
  return provideContracts(url, config, supervisor)
}

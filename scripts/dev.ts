import { claimPort, freePort } from './process/ports.ts'
import { startApi } from './product/api.ts'
import { startChain } from './product/chain.ts'
import { provideContracts } from './product/contracts.ts'
import { startDatabase } from './product/database.ts'
import { startIndexer } from './product/indexer.ts'
import { followChain } from './product/renewed-chain.ts'
import { runProduct } from './product/run-product.ts'
import { loadSecrets } from './product/secrets.ts'
import { startWebDev } from './product/web.ts'

// npm run dev: the product with hot reload. Vite has the public port and proxies the
// API, which restarts when a file changes.
await runProduct(async (config, supervisor) => {
  const { host } = config
  const port = await claimPort(host, config.port)
  const secrets = loadSecrets(config.dataDir)
  console.log(`Logs      ${config.dataDir}/logs`)
  const [databaseUrl, chain] = await Promise.all([
    startDatabase(config, secrets, supervisor),
    startChain(config, supervisor).then((rpcUrl) =>
      provideContracts(rpcUrl, config, supervisor),
    ),
  ])
  const ownUrl = `http://localhost:${port}`
  const api = {
    host: '127.0.0.1',
    port: await freePort(),
    secrets,
    highWaterFile: config.highWaterFile,
    databaseUrl,
    chain,
    publicUrl: config.publicUrl ?? ownUrl,
    nodeFlags: ['--watch'],
  }
  const [{ restart }] = await Promise.all([
    startApi(api, supervisor).then(async (running) => {
      await startWebDev({ host, port, apiUrl: running.url }, supervisor)
      console.log(`Ready: ${ownUrl}`)
      return running
    }),
    startIndexer({ databaseUrl, chain }, supervisor),
  ])
  await followChain({ config, chain, restartApi: restart }, supervisor)
})

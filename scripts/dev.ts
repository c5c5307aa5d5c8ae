import { startApi } from './components/api.ts'
import { startChain } from './components/chain.ts'
import { startDatabase } from './components/database.ts'
import { provideContracts } from './components/deployment.ts'
import { startIndexer } from './components/indexer.ts'
import { followChain } from './components/renewed-chain.ts'
import { startWebDev } from './components/web-dev.ts'
import { claimPort, freePort } from './lib/free-port.ts'
import { runProduct } from './lib/run-product.ts'
import { loadSecrets } from './lib/secrets.ts'

// npm run dev: the product as it is being edited. Vite has the public port
// and hands what is the API's to it; the API starts anew when a file changes.
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

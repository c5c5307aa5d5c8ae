import { startApi } from './components/api.ts'
import { startChain } from './components/chain.ts'
import { startDatabase } from './components/database.ts'
import { provideContracts } from './components/deployment.ts'
import { startIndexer } from './components/indexer.ts'
import { followChain } from './components/renewed-chain.ts'
import { buildWeb } from './components/web-build.ts'
import { claimPort } from './lib/free-port.ts'
import { runProduct } from './lib/run-product.ts'
import { loadSecrets } from './lib/secrets.ts'

// npm start: the whole product on one machine, behind one port.
await runProduct(async (config, supervisor) => {
  const { host } = config
  const port = await claimPort(host, config.port)
  const secrets = loadSecrets(config.dataDir)
  const [databaseUrl, webDir, chain] = await Promise.all([
    startDatabase(config, secrets, supervisor),
    buildWeb(supervisor),
    startChain(config, supervisor).then((rpcUrl) =>
      provideContracts(rpcUrl, config, supervisor),
    ),
  ])
  const ownUrl = `http://localhost:${port}`
  const publicUrl = config.publicUrl ?? ownUrl
  const api = {
    host,
    port,
    secrets,
    highWaterFile: config.highWaterFile,
    databaseUrl,
    chain,
    webDir,
    publicUrl,
  }
  // The site opens without waiting for the indexer: all games work, and
  // deposits made meanwhile are seen once it has caught up.
  const [{ restart }] = await Promise.all([
    startApi(api, supervisor).then((running) => {
      console.log(`Ready: ${ownUrl}`)
      return running
    }),
    startIndexer({ databaseUrl, chain }, supervisor),
  ])
  await followChain({ config, chain, restartApi: restart }, supervisor)
})

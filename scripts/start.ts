import { claimPort } from './process/ports.ts'
import { startApi } from './product/api.ts'
import { startChain } from './product/chain.ts'
import { provideContracts } from './product/contracts.ts'
import { startDatabase } from './product/database.ts'
import { startIndexer } from './product/indexer.ts'
import { followChain } from './product/renewed-chain.ts'
import { runProduct } from './product/run-product.ts'
import { loadSecrets } from './product/secrets.ts'
import { buildWeb } from './product/web.ts'

// npm start: the whole product on one machine, on one port.
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
  // The site opens before the indexer has caught up: all games work, and deposits
  // are credited later.
  const [{ restart }] = await Promise.all([
    startApi(api, supervisor).then((running) => {
      console.log(`Ready: ${ownUrl}`)
      return running
    }),
    startIndexer({ databaseUrl, chain }, supervisor),
  ])
  await followChain({ config, chain, restartApi: restart }, supervisor)
})

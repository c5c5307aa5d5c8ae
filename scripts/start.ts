import { startApi } from './components/api.ts'
import { startDatabase } from './components/database.ts'
import { buildWeb } from './components/web-build.ts'
import { claimPort } from './lib/free-port.ts'
import { runProduct } from './lib/run-product.ts'
import { loadSecrets } from './lib/secrets.ts'

// npm start: the whole product on one machine, behind one port.
await runProduct(async (config, supervisor) => {
  const { host } = config
  const port = await claimPort(host, config.port)
  const secrets = loadSecrets(config.dataDir)
  const [databaseUrl, webDir] = await Promise.all([
    startDatabase(config, secrets, supervisor),
    buildWeb(supervisor),
  ])
  const ownUrl = `http://localhost:${port}`
  const publicUrl = config.publicUrl ?? ownUrl
  await startApi(
    { host, port, secrets, databaseUrl, webDir, publicUrl },
    supervisor,
  )
  console.log(`Ready: ${ownUrl}`)
})

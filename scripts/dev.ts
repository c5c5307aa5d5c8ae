import { startApi } from './components/api.ts'
import { startDatabase } from './components/database.ts'
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
  const databaseUrl = await startDatabase(config, secrets, supervisor)
  const ownUrl = `http://localhost:${port}`
  const apiUrl = await startApi(
    {
      host: '127.0.0.1',
      port: await freePort(),
      secrets,
      databaseUrl,
      publicUrl: config.publicUrl ?? ownUrl,
      nodeFlags: ['--watch'],
    },
    supervisor,
  )
  await startWebDev({ host, port, apiUrl }, supervisor)
  console.log(`Logs      ${config.dataDir}/logs`)
  console.log(`Ready: ${ownUrl}`)
})

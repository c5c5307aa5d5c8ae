import { startDatabase } from './product/database.ts'
import { runProduct } from './product/run-product.ts'
import { loadSecrets } from './product/secrets.ts'

// npm run database: the embedded PostgreSQL alone, for parts that are started one by
// one. They find it through the data directory.
await runProduct(async (config, supervisor) => {
  await startDatabase(config, loadSecrets(config.dataDir), supervisor)
})

import { configOf } from '../../api/src/config.ts'
import {
  openReceipts,
  type ReceiptsModule,
} from '../../api/src/ledger/receipts/receipts.ts'
import { openModules } from '../../api/src/modules.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { openPlatform } from '../../api/src/platform/platform.ts'
import { startApi } from '../../api/src/start-api.ts'

// The API without receipts, to measure the cost of signing.
const config = configOf(process.env)
const log = makeLogger(config.logLevel)
const platform = await openPlatform({ ...config, log })
const api = await startApi(platform, config, (on, by) =>
  openModules(on, by, { openSigning: openUnsigned }),
)
process.once('SIGTERM', async () => {
  await api.stop()
  process.exit(0)
})

async function openUnsigned(
  ...needs: Parameters<typeof openReceipts>
): Promise<ReceiptsModule> {
  const receipts = await openReceipts(...needs)
  receipts.answersForBets.sign = () => []
  return receipts
}

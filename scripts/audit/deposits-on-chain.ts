import { auditDeposits } from '../../api/src/features/deposits/deposit-audit.ts'
import type { Finding } from '../../api/src/features/ledger/ledger-audit.ts'
import { openChain, WrongChain } from '../../api/src/platform/chain/chain.ts'
import { RpcFailure } from '../../api/src/platform/chain/rpc-failure.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import { productChain } from '../chain/product-chain.ts'
import { launchConfigOf } from '../lib/launch-config.ts'
import { LaunchError } from '../lib/launch-error.ts'

/** How it shows that the last local chain does not run any more. */
const GONE = [LaunchError, RpcFailure, WrongChain]

/**
 * Looks for credited deposits on the product's chain. A local chain that does
 * not run is gone, and all that it could tell with it.
 */
export async function depositsOnChain(
  db: Database,
  log: Logger,
): Promise<Finding[]> {
  const config = launchConfigOf(process.env)
  try {
    const rpcUrl = productChain(config)
    const deployment = requireDeployment(config.deploymentFile)
    const chain = await openChain({ rpcUrl, deployment }, log)
    return [await auditDeposits(db, chain)]
  } catch (error) {
    const isGone = GONE.some((kind) => error instanceof kind)
    if (config.rpcUrl || !isGone) throw error
    console.error(
      'No local chain runs: deposits are checked in the books only.',
    )
    return []
  }
}

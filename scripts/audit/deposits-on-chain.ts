import { sql } from 'drizzle-orm'
import { LOCAL_CHAIN, nodeUrls } from '#core/chain/chains.ts'
import {
  auditDeposits,
  DEPOSIT_CLAIMS,
} from '../../api/src/payments/deposits/operator/deposit-audit.service.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { WrongChain } from '../../api/src/platform/chain/nodes/chain-node.ts'
import { RpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import { productChain } from '../chain/chain-settings.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { type Measure, none } from '../cli/measures.ts'
import { type LaunchConfig, toLaunchConfig } from '../product/launch-config.ts'

/** Errors of an unreachable chain. */
const UNREACHED = [LaunchError, RpcFailure, WrongChain]

/**
 * Checks credited deposits on the product's chain. A stopped local chain is
 * skipped; an unreachable testnet with deposits, or a configured chain, fails.
 */
export async function depositsOnChain(
  db: Database,
  log: Logger,
): Promise<Measure[]> {
  const config = toLaunchConfig(process.env)
  try {
    const findings = await findDifferences(db, { config, log })
    return findings.map(({ name, violations }) =>
      none(name, violations, 'violations'),
    )
  } catch (error) {
    if (!UNREACHED.some((kind) => error instanceof kind)) throw error
    if (!config.rpcUrl && !(await hasTestnetDeposits(db))) {
      console.error(
        'No local chain runs: deposits are checked in the ledger only.',
      )
      return []
    }
    console.error(
      `The chain could not be read, so deposits are not checked. ${error}`,
    )
    const undone = { value: 1, unit: 'check undone', bar: '0', ok: false }
    return Object.values(DEPOSIT_CLAIMS).map((name) => ({ name, ...undone }))
  }
}

async function findDifferences(
  db: Database,
  { config, log }: { config: LaunchConfig; log: Logger },
) {
  const rpcUrls = nodeUrls(productChain(config))
  const deployment = requireDeployment(config.deploymentFile)
  const chain = await openChain({ rpcUrls, deployment }, { log })
  return auditDeposits(db, chain)
}

async function hasTestnetDeposits(db: Database): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    SELECT FROM crypto_deposits AS d
    JOIN chain_instances AS chain ON chain.id = d.instance_id
    WHERE d.status = 'confirmed' AND chain.chain_id <> ${LOCAL_CHAIN}
    LIMIT 1`)
  return rowCount === 1
}

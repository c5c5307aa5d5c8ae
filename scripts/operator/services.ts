import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { assert } from '#core/assert.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { createPausesService } from '../../api/src/betting/pauses/pauses.service.ts'
import {
  depositEnvironment,
  toDepositConfig,
} from '../../api/src/deposit-config.ts'
import { createAnchors } from '../../api/src/ledger/anchors/anchors.ts'
import { createHistory } from '../../api/src/ledger/history/history.ts'
import { createLedger } from '../../api/src/ledger/ledger.ts'
import { createOperatorActions } from '../../api/src/operator/operator-actions.service.ts'
import { createOperatorDeposits } from '../../api/src/operator/operator-deposits.service.ts'
import { createOperatorLog } from '../../api/src/operator/operator-log.service.ts'
import { createOperatorTokens } from '../../api/src/operator/operator-tokens.service.ts'
import { createOperatorViews } from '../../api/src/operator/operator-views.service.ts'
import { createDepositChain } from '../../api/src/payments/deposit-chain.ts'
import { createDepositTimeline } from '../../api/src/payments/deposits/deposit-timeline.service.ts'
import { createDeposits } from '../../api/src/payments/deposits/deposits.ts'
import { createDepositListService } from '../../api/src/payments/deposits/operator/deposit-list.service.ts'
import { knownInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { createManagedAccounts } from '../../api/src/players/auth/managed-accounts.service.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { productChain } from '../chain/chain-settings.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { toLaunchConfig } from '../product/launch-config.ts'

const SECOND_MS = 1_000

/** Services of commands, while the API runs or is stopped. */
export type CommandServices = Awaited<ReturnType<typeof createCommandServices>>

export async function createCommandServices(db: Database) {
  const platform = {
    clock: systemClock,
    db,
    entropy: systemEntropy,
    log: makeLogger('silent'),
    jobHealth: new Map(),
  }
  const { deploymentFile } = toLaunchConfig(process.env)
  const deployment = existsSync(deploymentFile)
    ? readDeployment(deploymentFile)
    : undefined
  const instanceId = deployment && (await knownInstanceId(db, deployment))
  const { ANCHOR_EVERY_SECONDS, OPERATOR_PRIVATE_KEY } = process.env
  const { service: anchors } = createAnchors({
    db,
    chain: deployment && {
      chain: { deployment },
      instanceId,
      account: OPERATOR_PRIVATE_KEY || undefined,
    },
    everyMs: Number(ANCHOR_EVERY_SECONDS ?? 3_600) * SECOND_MS,
  })
  const pauses = createPausesService(db)
  await pauses.follow()
  const { service: ledger } = createLedger(platform)
  const log = createOperatorLog(db, systemClock)
  return {
    ...createOperatorViews(platform, { anchors, instanceId, ledger, pauses }),
    accounts: createManagedAccounts(db, systemClock),
    actions: createOperatorActions({ ...platform, ledger, log, pauses }),
    ledger,
    log,
    pauses,
    platform,
    tokens: createOperatorTokens(platform, log),
  }
}

/** Attributes a command to its user. */
export function by(reason = 'By the command line.') {
  return { actor: { name: `${userInfo().username}@${hostname()}` }, reason }
}

/** Opens the product's chain for a command. @throws LaunchError */
export async function commandChain({ platform }: CommandServices) {
  const launch = toLaunchConfig(process.env)
  const parsed = depositEnvironment.safeParse({
    ...process.env,
    RPC_URL: productChain(launch),
    DEPLOYMENT_FILE: launch.deploymentFile,
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new LaunchError(`${issue?.path.join('.')} ${issue?.message}.`)
  }
  const deployment = requireDeployment(launch.deploymentFile)
  if ((await knownInstanceId(platform.db, deployment)) === undefined) {
    throw new LaunchError('The product has not run on this chain yet.')
  }
  const deposits = toDepositConfig(parsed.data)
  const chain = await createDepositChain(
    { ...platform, metrics: makeMetrics() },
    { deposits },
  )
  assert(chain !== undefined, 'RPC_URL is set')
  return chain
}

/** Creates the services of single deposits. */
export async function createChainDeposits(services: CommandServices) {
  const { log, pauses, platform } = services
  const chain = await commandChain(services)
  return createOperatorDeposits({
    ...createDeposits(
      { ...platform, metrics: makeMetrics() },
      {
        chain,
        isPaused: () => pauses.isPaused(DEPOSITS),
        ledger: createLedger(platform),
        timeline: createDepositTimeline(platform, { chain }),
      },
    ),
    ...platform,
    log,
    list: createDepositListService({ ...platform, ...chain.site }),
    history: createHistory(platform).service,
  })
}

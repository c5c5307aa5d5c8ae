import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Config, parseConfig } from '../api/src/config.ts'
import { openDatabase, openPool } from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { readDeployment } from '../contracts/read-deployment.ts'
import { productChain } from './chain/chain-settings.ts'
import { operatorKey } from './chain/operator-key.ts'
import { runCommand } from './cli/run-command.ts'
import { chainChecks } from './doctor/chain-checks.ts'
import { databaseChecks } from './doctor/database-checks.ts'
import { type Finding, fail, finding, skip, warn } from './doctor/finding.ts'
import { keyChecks } from './doctor/key-checks.ts'
import { machineChecks } from './doctor/machine-checks.ts'
import { createCommandServices } from './operator/services.ts'
import { toLaunchConfig } from './product/launch-config.ts'
import {
  type ProductEnvironment,
  withProductDatabase,
} from './product/product-database.ts'

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
})

// npm run doctor [-- --json]: checks a product's configuration, database, chain,
// keys and machine, and says what to do. Changes nothing. Exits 1 after a failure.
await runCommand(() =>
  withProductDatabase(async (env) => {
    const findings = await diagnose(env)
    const width = Math.max(...findings.map(({ check }) => check.length))
    for (const { check, mark, text, action } of findings) {
      const shown = mark === 'fail' ? 'FAIL' : mark.padEnd(4)
      console.log(`${shown}  ${check.padEnd(width)}  ${text}`)
      if (action) console.log(`${' '.repeat(width + 8)}→ ${action}`)
    }
    if (values.json) console.log(JSON.stringify({ findings }))
    if (findings.some(({ mark }) => mark === 'fail')) process.exitCode = 1
  }),
)

async function diagnose(env: ProductEnvironment): Promise<Finding[]> {
  let config: Config | undefined
  const configured = await finding('configuration', 'correct it', () => {
    config = parseConfig({ ...productSettings(env), ...env })
    return `valid, for ${config.publicUrl.origin}`
  })
  if (!config) return [configured]
  const launch = toLaunchConfig(process.env)
  const log = makeLogger('silent')
  const url = config.databaseDirectUrl
  const pool = openPool(url, log, {
    max: 3,
    // Refuses writes of the services that checks share. Poolers take no options.
    options: '-c default_transaction_read_only=on',
  })
  try {
    const database = await databaseChecks(pool, {
      url,
      isOwn: launch.databaseUrl === undefined,
    })
    const chain = config.deposits ? await chainChecks(config.deposits, log) : []
    const db = openDatabase(pool)
    const isCurrent = database[1]?.mark === 'ok'
    const rest = isCurrent && [
      ...(await keyChecks(db, config, log)),
      ...(await machineChecks(pool, config, launch.dataDir)),
      await finding('alarms', 'see "Alarms"', async () => {
        const { overview } = await createCommandServices(db)
        const { alarms, jobs } = await overview.read()
        if (jobs.length === 0) return skip('no API process runs')
        if (alarms.length === 0) return 'none'
        const text = alarms.map(({ message }) => message).join(' ')
        const isUrgent = alarms.some(({ severity }) => severity === 'urgent')
        return (isUrgent ? fail : warn)(text, 'see "Alarms"')
      }),
    ]
    return [configured, ...database, ...chain, ...(rest || [])]
  } finally {
    await pool.end()
  }
}

/** Returns what npm start gives its API. */
function productSettings(env: ProductEnvironment): NodeJS.ProcessEnv {
  const launch = toLaunchConfig(process.env)
  if (launch.databaseUrl) return {}
  const { deploymentFile, highWaterFile } = launch
  const settings = { HIGH_WATER_FILE: highWaterFile }
  if (!existsSync(deploymentFile)) return settings
  const { chainId } = readDeployment(deploymentFile)
  return {
    ...settings,
    DEPLOYMENT_FILE: deploymentFile,
    RPC_URL: productChain(launch),
    OPERATOR_PRIVATE_KEY: operatorKey(chainId, env),
  }
}

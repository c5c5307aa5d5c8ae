import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { type Address, getAddress, type Hash } from 'viem'
import type { DepositStatus } from '#core/api/wallet.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { ASSET_SYMBOLS, NATIVE } from '#core/deposits/asset.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { causeText, type DepositCause } from '#core/deposits/deposit-cause.ts'
import { formatUnits, parseUnits } from '#core/deposits/deposit-coins.ts'
import { depositRegistryAbi } from '../contracts/generated/deposit-registry.ts'
import { describeSource, productChain } from './chain/chain-settings.ts'
import { connectChain } from './chain/connect-chain.ts'
import { findDeployment, requireDeployment } from './chain/deployment-file.ts'
import { LaunchError } from './cli/launch-error.ts'
import { runCommand } from './cli/run-command.ts'
import { localPayer } from './deposit/local-payer.ts'
import { loadSettings, toLaunchConfig } from './product/launch-config.ts'
import { withProductDatabase } from './product/product-database.ts'

/** State of a deposit in the database. */
type Progress = {
  status: DepositStatus
  confirmations: number
  coins: number
  cause: DepositCause | null
}

/** Includes the start of an indexer on a slow machine. */
const CREDITED_WITHIN_MS = 90_000
const POLL_MS = 200
const USAGE = `npm run deposit -- <username> <amount> [${ASSET_SYMBOLS.join('|')}]

The amount is in units of the asset, such as 0.05; without an asset it is ${NATIVE.symbol}.`

// npm run deposit -- <username> <amount> [asset]: pays the wallet of a player from an
// account of the local chain.
await runCommand(async () => {
  const [username, amount = '', asset = NATIVE.symbol, ...rest] =
    process.argv.slice(2)
  const amountWei = parseUnits(amount)
  const symbol = ASSET_SYMBOLS.find((known) => known === asset)
  if (!(username && amountWei && symbol) || rest.length > 0) {
    throw new LaunchError(USAGE)
  }
  const { client, deployment } = await connectLocalChain()
  await withProductDatabase(async ({ DATABASE_URL }) => {
    const database = new Pool({ connectionString: DATABASE_URL, max: 1 })
    try {
      const to = await readWallet(username, database)
      // Payments before the registration of a wallet are not detected as deposits.
      const isActive = await client.readContract({
        address: deployment.registry,
        abi: depositRegistryAbi,
        functionName: 'isRegistered',
        args: [to],
      })
      if (!isActive) {
        throw new LaunchError(
          `The wallet ${to} is still being activated on this chain. Try again in a few seconds.`,
        )
      }
      const pay = await localPayer(client, deployment)
      const txHash = await pay({ symbol, to, amountWei })
      console.log(
        `Sent ${formatUnits(amountWei)} ${symbol} to ${to}: ${txHash}`,
      )
      await followDeposit(txHash, database)
    } finally {
      await database.end()
    }
  })
})

/** @throws LaunchError unless the product runs on a local chain */
async function connectLocalChain() {
  loadSettings()
  const config = toLaunchConfig(process.env)
  const rpcUrl = productChain(config)
  const deployment = requireDeployment(config.deploymentFile)
  if (deployment.chainId !== LOCAL_CHAIN) {
    throw new LaunchError(
      `The product runs on chain ${deployment.chainId}. Deposits are sent by this command on a local chain (${LOCAL_CHAIN}) only.`,
    )
  }
  const chain = await connectChain(rpcUrl)
  if (await findDeployment(chain, config.deploymentFile)) {
    return { ...chain, deployment }
  }
  throw new LaunchError(
    `The chain at ${describeSource(rpcUrl)} was restarted, and its contracts are not deployed yet. npm start and npm run dev do that within seconds; with parts of your own run "npm run deploy" and start the API again.`,
  )
}

/** Returns the address of a player's deposit wallet. */
async function readWallet(username: string, database: Pool): Promise<Address> {
  const { rows } = await database.query<{ address: string | null }>(
    `SELECT wallet_keys.address
     FROM users LEFT JOIN wallet_keys ON wallet_keys.user_id = users.id
     WHERE lower(normalize(username, NFKC)) = lower(normalize($1, NFKC))`,
    [username],
  )
  const [player] = rows
  if (!player) throw new LaunchError(`There is no player ${username}.`)
  if (player.address) return getAddress(player.address)
  throw new LaunchError(
    `${username} has no wallet yet. Sign in as ${username}, open the account drawer and generate one.`,
  )
}

/** Prints each confirmation of a deposit once. @throws LaunchError unless it is credited */
async function followDeposit(txHash: Hash, database: Pool): Promise<void> {
  const deadline = performance.now() + CREDITED_WITHIN_MS
  let printed = 0
  let last: Progress | undefined
  while (performance.now() < deadline) {
    const { rows } = await database.query<Progress>(
      `SELECT status, confirmations, coins::float8 AS coins, cause
       FROM crypto_deposits WHERE tx_hash = $1`,
      [txHash],
    )
    last = rows[0] ?? last
    while (last && printed < last.confirmations) {
      printed += 1
      console.log(`${printed}/${CONFIRMATIONS_NEEDED} confirmations`)
    }
    if (last?.status === 'confirmed') {
      console.log(`Credited ${last.coins} coins.`)
      return
    }
    if (last && last.status !== 'pending') break
    await sleep(POLL_MS)
  }
  const why = last?.cause ? causeText(last.cause) : last?.status
  const reason = why ?? 'the house has not seen it'
  throw new LaunchError(`Not credited: ${reason}.`.replace(/\.\.$/, '.'))
}

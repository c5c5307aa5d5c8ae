import { Pool } from 'pg'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { LaunchError } from './cli/launch-error.ts'
import { runCommand } from './cli/run-command.ts'
import { connectLocalChain } from './deposit/connect-local-chain.ts'
import { depositRequest } from './deposit/deposit-request.ts'
import {
  type DepositProgress,
  followDeposit,
} from './deposit/follow-deposit.ts'
import { localPayer } from './deposit/local-payer.ts'
import { playerWallet, requireActive } from './deposit/player-wallet.ts'
import { withProductDatabase } from './product/product-database.ts'

/** Includes the start of an indexer on a slow machine. */
const CREDITED_WITHIN_MS = 90_000

// npm run deposit -- <username> <amount> [asset]: pays the wallet of a player from an
// account of the local chain.
await runCommand(async () => {
  const { username, amountWei, symbol } = depositRequest(process.argv.slice(2))
  const { client, deployment } = await connectLocalChain()
  await withProductDatabase(async ({ DATABASE_URL }) => {
    const database = new Pool({ connectionString: DATABASE_URL, max: 1 })
    try {
      const to = await playerWallet(database, username)
      await requireActive(client, deployment.registry, to)
      const pay = await localPayer(client, deployment)
      const txHash = await pay({ symbol, to, amountWei })
      console.log(`Sent ${unitsOf(amountWei)} ${symbol} to ${to}: ${txHash}`)
      const end = await followDeposit(database, {
        txHash,
        withinMs: CREDITED_WITHIN_MS,
        onProgress: progressPrinter(),
      })
      requireCredit(end)
    } finally {
      await database.end()
    }
  })
})

/** Prints each confirmation once, skipped ones included. */
function progressPrinter() {
  let printed = 0
  return ({ status, confirmations, coins }: DepositProgress) => {
    while (printed < confirmations) {
      printed += 1
      console.log(`${printed}/${CONFIRMATIONS_NEEDED} confirmations`)
    }
    if (status === 'confirmed') console.log(`Credited ${coins} coins.`)
  }
}

function requireCredit(end: DepositProgress | undefined): void {
  if (end?.status === 'confirmed') return
  const why = end?.reason ?? (end ? end.status : 'the house has not seen it')
  throw new LaunchError(`Not credited: ${why}.`.replace(/\.\.$/, '.'))
}

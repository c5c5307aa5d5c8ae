import { accountsOver } from '../api/src/features/auth/auth.feature.ts'
import { ledgerOver } from '../api/src/features/ledger/ledger.feature.ts'
import { systemClock } from '../api/src/platform/clock.ts'
import {
  type Database,
  databaseOn,
  openPool,
} from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { LaunchError } from './lib/launch-error.ts'
import { withProductDatabase } from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'
import { PAUSES_USAGE, pause, resume } from './operator/pauses.ts'
import { sports } from './operator/sports.ts'
import { SPORTS_USAGE } from './operator/sports-request.ts'
import { sweep } from './operator/sweep.ts'
import { SWEEP_USAGE } from './operator/sweep-request.ts'

const USAGE = `npm run operator -- grant <username>    makes a player an operator
npm run operator -- top-up <coins>      grants the house coins
${PAUSES_USAGE}
${SPORTS_USAGE}
${SWEEP_USAGE}`

const COIN_AMOUNT = /^[1-9]\d{0,14}$/

type Command = (db: Database, args: readonly string[]) => Promise<string>

const commands: Record<string, Command> = {
  async grant(db, args) {
    const username = onlyOne(args)
    if (await accountsOver(db).setRole(username, 'operator')) {
      return `${username} is an operator now.`
    }
    throw new LaunchError(`There is no player ${username}.`)
  },
  async 'top-up'(db, args) {
    const amount = onlyOne(args)
    if (!COIN_AMOUNT.test(amount)) throw new LaunchError(USAGE)
    const ledger = ledgerOver(db, systemClock)
    await ledger.topUpHouse(Number(amount))
    const { house } = await ledger.totals()
    return `The house has ${house} coins now.`
  },
  pause,
  resume,
  sports,
  sweep,
}

// npm run operator -- <command> <argument>…: works on the books alone, beside
// the house or while it is closed.
await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const command = commands[name]
  if (!command) throw new LaunchError(USAGE)
  await withProductDatabase(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, makeLogger('error'))
    try {
      console.log(await command(databaseOn(pool), args))
    } finally {
      await pool.end()
    }
  })
})

function onlyOne(args: readonly string[]): string {
  const [argument, ...rest] = args
  if (!argument || rest.length > 0) throw new LaunchError(USAGE)
  return argument
}

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
import { AUDIT_LOG_USAGE, auditLog } from './operator/audit-log.ts'
import { DEPOSITS_USAGE, deposits } from './operator/deposits.ts'
import { asked, operators, orSay } from './operator/operators.ts'
import { PAUSES_USAGE, pause, resume } from './operator/pauses.ts'
import { freeze, PLAYERS_USAGE, unfreeze } from './operator/players.ts'
import { sports } from './operator/sports.ts'
import { SPORTS_USAGE } from './operator/sports-request.ts'
import { sweep } from './operator/sweep.ts'
import { SWEEP_USAGE } from './operator/sweep-request.ts'
import { TOKENS_USAGE, token } from './operator/tokens.ts'
import { VIEWS_USAGE, views } from './operator/views.ts'

const USAGE = `npm run operator -- grant <username>    makes a player an operator
npm run operator -- top-up <coins>      grants the house coins
${PAUSES_USAGE}
${PLAYERS_USAGE}
${SPORTS_USAGE}
${SWEEP_USAGE}
${TOKENS_USAGE}
${AUDIT_LOG_USAGE}
${VIEWS_USAGE}
${DEPOSITS_USAGE}`

const COIN_AMOUNT = /^[1-9]\d{0,14}$/

type Command = (db: Database, args: readonly string[]) => Promise<string>

const commands: Record<string, Command> = {
  async grant(db, args) {
    const username = onlyOne(args)
    await orSay(operators(db).actions.grant(asked([]), username))
    return `${username} is an operator now.`
  },
  async 'top-up'(db, args) {
    const amount = onlyOne(args)
    if (!COIN_AMOUNT.test(amount)) throw new LaunchError(USAGE)
    await operators(db).actions.topUp(asked([]), Number(amount))
    const { house } = await ledgerOver(db, systemClock).totals()
    return `The house has ${house} coins now.`
  },
  pause,
  resume,
  freeze,
  unfreeze,
  sports,
  sweep,
  token,
  'audit-log': auditLog,
  ...views,
  deposits,
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

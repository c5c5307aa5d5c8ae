import { openLedger } from '../../api/src/ledger/ledger.ts'
import { systemClock } from '../../api/src/platform/clock.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { AUDIT_LOG_USAGE, auditLog } from './audit-log.ts'
import { DEPOSITS_USAGE, deposits } from './deposits.ts'
import { asked, operators } from './operators.ts'
import { PAUSES_USAGE, pause, resume } from './pauses.ts'
import { freeze, PLAYERS_USAGE, unfreeze } from './players.ts'
import { RESTORED_USAGE, restored } from './restored.ts'
import { ROTATE_USAGE, rotateOwner } from './rotate-owner.ts'
import { sports } from './sports.ts'
import { SPORTS_USAGE } from './sports-request.ts'
import { sweep } from './sweep.ts'
import { SWEEP_USAGE } from './sweep-request.ts'
import { TOKENS_USAGE, token } from './tokens.ts'
import { VIEWS_USAGE, views } from './views.ts'

const USAGE = `npm run operator -- grant <username>    makes a player an operator
npm run operator -- top-up <coins>      grants the house coins
${PAUSES_USAGE}
${RESTORED_USAGE}
${PLAYERS_USAGE}
${SPORTS_USAGE}
${SWEEP_USAGE}
${ROTATE_USAGE}
${TOKENS_USAGE}
${AUDIT_LOG_USAGE}
${VIEWS_USAGE}
${DEPOSITS_USAGE}`

const COIN_AMOUNT = /^[1-9]\d{0,14}$/

type Command = (db: Database, args: readonly string[]) => Promise<string>

const commands: Record<string, Command> = {
  async grant(db, args) {
    const username = onlyOne(args)
    await operators(db).actions.grant(asked([]), username)
    return `${username} is an operator now.`
  },
  async 'top-up'(db, args) {
    const amount = onlyOne(args)
    if (!COIN_AMOUNT.test(amount)) throw new LaunchError(USAGE)
    await operators(db).actions.topUp(asked([]), Number(amount))
    const { house } = await openLedger({
      db,
      clock: systemClock,
    }).service.totals()
    return `The house has ${house} coins now.`
  },
  pause,
  resume,
  restored,
  freeze,
  unfreeze,
  sports,
  sweep,
  'rotate-owner': rotateOwner,
  token,
  'audit-log': auditLog,
  ...views,
  deposits,
}

/** @throws LaunchError with the usage for an unknown command */
export function operatorCommand([name = '', ...args]: readonly string[]) {
  const command = commands[name]
  if (!command) throw new LaunchError(USAGE)
  return (db: Database): Promise<string> => command(db, args)
}

function onlyOne(args: readonly string[]): string {
  const [argument, ...rest] = args
  if (!argument || rest.length > 0) throw new LaunchError(USAGE)
  return argument
}

import { configOf } from '../api/src/config.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { openPlatform } from '../api/src/platform/platform.ts'
import { openServices, type Services } from '../api/src/services.ts'
import { LaunchError } from './lib/launch-error.ts'
import { withProductDatabase } from './lib/product-database.ts'
import { runCommand } from './lib/run-command.ts'

const USAGE = `npm run operator -- grant <username>    makes a player an operator
npm run operator -- top-up <coins>      grants the house coins`

const COIN_AMOUNT = /^[1-9]\d{0,14}$/

type Command = (services: Services, argument: string) => Promise<string>

const commands: Record<string, Command> = {
  async grant({ auth }, username) {
    await auth.grantOperator(username)
    return `${username} is an operator now.`
  },
  async 'top-up'({ ledger }, amount) {
    if (!COIN_AMOUNT.test(amount)) throw new LaunchError(USAGE)
    await ledger.topUpHouse(Number(amount))
    const { house } = await ledger.totals()
    return `The house has ${house} coins now.`
  },
}

// npm run operator -- <command> <argument>
await runCommand(async () => {
  const [name = '', argument, ...rest] = process.argv.slice(2)
  const command = commands[name]
  if (!command || !argument || rest.length > 0) throw new LaunchError(USAGE)
  await withProductDatabase(async (env) => {
    const config = configOf(env)
    const platform = await openPlatform({ ...config, log: makeLogger('error') })
    const services = await openServices(platform, config)
    try {
      console.log(await command(services, argument))
    } finally {
      await services.close()
      await platform.close()
    }
  })
})

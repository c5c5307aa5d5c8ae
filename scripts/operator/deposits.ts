import { parseArgs } from 'node:util'
import {
  depositDecisionRequest,
  operatorDepositsQuery,
  readDeposit,
} from '#core/api/operator/deposits.ts'
import { OPERATOR_PAGE_SIZE } from '#core/api/operator/shared.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { openPausesService } from '../../api/src/betting/pauses/pauses.service.ts'
import { openHistory } from '../../api/src/ledger/history/history.ts'
import { openLedger } from '../../api/src/ledger/ledger.ts'
import { openOperatorDeposits } from '../../api/src/operator/operator-deposits.service.ts'
import { openDepositTimeline } from '../../api/src/payments/deposits/deposit-timeline.service.ts'
import { openDeposits } from '../../api/src/payments/deposits/deposits.ts'
import { openDepositListService } from '../../api/src/payments/deposits/operator/deposit-list.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { commandChain } from './command-chain.ts'
import { houseViews } from './house-views.ts'
import { asked, operators } from './operators.ts'
import { tableOf } from './table.ts'

export const DEPOSITS_USAGE = `npm run operator -- deposits [--status <status>] [--player <id>] [--before <id>]
                                        deposits, newest first
npm run operator -- deposits show <id>  one of them, with its checks and its timeline
npm run operator -- deposits decide <id> credit|reject <reason>
                                        what the rules leave to the operator
npm run operator -- deposits recheck <id> [reason]
                                        checks its payment again, by the rules`

export async function deposits(
  db: Database,
  args: readonly string[],
): Promise<string> {
  const [command, ...rest] = args
  if (command === 'show') return show(db, rest)
  if (command === 'decide') return decide(db, rest)
  if (command === 'recheck') return recheck(db, rest)
  const { deposits: list } = await houseViews(db)
  return tableOf(await list.page(queryIn(args), OPERATOR_PAGE_SIZE))
}

async function show(db: Database, args: readonly string[]): Promise<string> {
  const parsed = readDeposit.params.safeParse({ id: args[0] })
  if (!parsed.success || args.length > 1) throw new LaunchError(DEPOSITS_USAGE)
  const { id } = parsed.data
  const onChain = await depositsOnChain(db)
  const { checks, deposit, timeline } = await onChain.details(id)
  const actions = await operators(db).log.page({ target: `deposit ${id}` })
  return [[deposit], checks, timeline, actions].map(tableOf).join('\n\n')
}

async function decide(
  db: Database,
  [id, decision, ...words]: readonly string[],
): Promise<string> {
  const reason = words.join(' ')
  const params = readDeposit.params.safeParse({ id })
  const request = depositDecisionRequest.safeParse({ decision, reason })
  if (!params.success || !request.success) {
    throw new LaunchError(DEPOSITS_USAGE)
  }
  const onChain = await depositsOnChain(db)
  const { coins, status } = await onChain.decide(
    asked(words),
    params.data.id,
    request.data.decision,
  )
  return `The deposit is ${status} now, and brings ${coins} coins.`
}

async function recheck(
  db: Database,
  [id, ...words]: readonly string[],
): Promise<string> {
  const params = readDeposit.params.safeParse({ id })
  if (!params.success) throw new LaunchError(DEPOSITS_USAGE)
  const onChain = await depositsOnChain(db)
  const deposit = await onChain.recheck(asked(words), params.data.id)
  return tableOf([deposit])
}

/** Opens the services of single deposits. */
async function depositsOnChain(db: Database) {
  const { chain, platform } = await commandChain(db)
  const pauses = openPausesService(db)
  await pauses.follow()
  return openOperatorDeposits({
    ...openDeposits(platform, {
      chain,
      isPaused: () => pauses.isPaused(DEPOSITS),
      ledger: openLedger(platform),
      timeline: openDepositTimeline(platform, { chain }),
    }),
    db,
    log: operators(db).log,
    list: openDepositListService({ ...platform, ...chain.site }),
    history: openHistory({ db }).service,
  })
}

function queryIn(args: readonly string[]) {
  const query = operatorDepositsQuery.safeParse(optionsIn(args))
  if (!query.success) throw new LaunchError(DEPOSITS_USAGE)
  return query.data
}

function optionsIn(args: readonly string[]): object {
  const type = 'string' as const
  const options = { status: { type }, player: { type }, before: { type } }
  try {
    return { ...parseArgs({ args: [...args], options }).values }
  } catch {
    throw new LaunchError(DEPOSITS_USAGE)
  }
}

import * as z from 'zod/mini'
import { OPERATOR_SCOPES } from '#core/api/endpoint.ts'
import {
  depositDecisionRequest,
  operatorDepositsQuery,
  readDeposit,
} from '#core/api/operator/deposits.ts'
import { readSeries } from '#core/api/operator/series.ts'
import {
  OPERATOR_PAGE_SIZE,
  operatorPageQuery,
  reason,
  reasonRequest,
} from '#core/api/operator/shared.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { getFirstNonce } from '#core/fairness/epoch.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { commandFairness } from '../lib/command-fairness.ts'
import { parseArguments } from './arguments.ts'
import { namedGame, namedGames } from './named-game.ts'
import { masterKeys, rotateMasterKey, rotateReceiptKey } from './rotate-keys.ts'
import { rotateOwner } from './rotate-owner.ts'
import {
  by,
  type CommandServices,
  createChainDeposits,
  createCommandServices,
} from './services.ts'
import { sweep, sweepRequest } from './sweep.ts'
import { formatTable } from './table.ts'

/** A name that extends another one comes after it. */
const USAGE = `
grant <username>                        makes a player an operator
top-up <coins>                          grants the house coins
pause <game> [reason...]                stops new rounds; open hands continue
resume <game...>                        reopens a game: ${namedGames.map(({ path }) => path).join(', ')}
restored --reason <text>                gives every player new seeds after a restore, and tells them the reason
freeze <username> <reason...>           signs a player out and blocks sign-ins, and tells them the reason
unfreeze <username> <reason...>         lets a player sign in again
sports void <game> <reason...>          refunds all stakes on a game
sports correct <game> <score> <reason...>  settles its bets by a corrected final score, home first, such as 101-99
sweep [--dry-run] [--reason <text>] [--asset <${ASSET_SYMBOLS.join('|')}>] [--minimum <amount>]
                                        moves the coins and tokens of players' wallets to TREASURY_ADDRESS
rotate-owner [--reason <text>]          replaces the operator and owner of both contracts by NEXT_OPERATOR_PRIVATE_KEY and CONTRACT_OWNER
master-keys                             counts what each version of the master key seals
rotate-master-key [--reason <text>]     seals everything again under the highest version of MASTER_KEYS
rotate-receipt-key [--reason <text>]    replaces the key that signs receipts
token create <name> --scopes <${OPERATOR_SCOPES.join(',')}> [--days <30>]
                                        creates a token for the operator API, shown once
token list                              lists tokens, newest first
token revoke <id> <reason...>           revokes a token
audit-log [before]                      lists actions of operators, newest first
overview                                shows the state of the casino, and its alarms
games                                   shows the actual and the expected return of each game
series [hours]                          shows the totals of the last hours, minute by minute
races [before]                          lists races with their bets, newest first
outbox [before]                         lists the operator account's transactions, newest first
unattributed                            lists deposits without a known transaction, newest first
deposits [--status <status>] [--player <id>] [--before <id>]
                                        lists deposits, newest first
deposits show <id>                      shows a deposit with its checks and its timeline
deposits decide <id> <decision> <reason...>  decides a deposit that waits for the operator: credit, reject
deposits recheck <id> [reason...]       checks its payment again
`
  .trim()
  .split(/\n(?=\S)/)

const SETTLED_SOON = 'A running API settles its bets within seconds.'
const DAYS_DEFAULT = 30

const wholeNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
  z.transform(Number),
)
const score = z.pipe(
  z.string().check(z.regex(/^\d{1,3}-\d{1,3}$/)),
  z.transform((text) => {
    const [home = 0, away = 0] = text.split('-').map(Number)
    return { home, away }
  }),
)

const nothing = z.strictObject({})
const page = z.pick(operatorPageQuery, { before: true })
const player = z.strictObject({ username: z.string(), reason })
const sportsGame = z.strictObject({ game: z.string(), reason })
const optionalReason = z.partial(reasonRequest)
const { params: oneDeposit } = readDeposit
/** Words of a title and a reason, which need no quotes. */
const game = z.partial(z.strictObject({ game: z.string(), reason: z.string() }))
const newToken = z.strictObject({
  name: z.string(),
  scopes: z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => text.split(',')),
      z.array(z.enum(OPERATOR_SCOPES)),
    ),
  ),
  days: z.optional(wholeNumber.check(z.maximum(366))),
})

/** Commands by name. Each checks its arguments and returns the printed text. */
const commands = {
  grant: command(
    z.strictObject({ username: z.string() }),
    async ({ actions }, { username }) => {
      await actions.grant(by(), username)
      return `${username} is an operator now.`
    },
  ),
  'top-up': command(
    z.strictObject({ coins: wholeNumber }),
    async ({ actions, ledger }, { coins }) => {
      await actions.topUp(by(), coins)
      return `The house has ${(await ledger.totals()).house} coins now.`
    },
  ),
  pause: command(game, async ({ actions }, input) => {
    const { gameType, notice } = toPause(input)
    await actions.pause(by(notice), gameType, notice ?? null)
    return `${gameType} is paused in every process within a second.`
  }),
  resume: command(game, async ({ actions }, input) => {
    const { gameType, notice } = toPause(input)
    if (notice) throw new LaunchError(formatUsage('resume'))
    await actions.resume(by(), gameType)
    return `${gameType} is open again in every process within a second.`
  }),
  restored: command(reasonRequest, async (services, { reason }) => {
    const fairness = commandFairness(services.platform.db, process.env)
    if (!fairness) {
      throw new LaunchError('MASTER_KEYS is not set: it seals the new seeds.')
    }
    const { actions } = services
    const { epoch } = await actions.settleRestore(by(reason), fairness)
    return `Every player continues with new seeds at round ${getFirstNonce(epoch)}. Bets are accepted within a second.`
  }),
  freeze: command(player, async ({ accounts, actions }, input) => {
    const { username, reason } = input
    const { id } = await accounts.byName(username)
    await actions.freeze(by(reason), id)
    return `${username} is signed out everywhere within seconds, and cannot sign in.`
  }),
  unfreeze: command(player, async ({ accounts, actions }, input) => {
    const { username, reason } = input
    const { id } = await accounts.byName(username)
    await actions.unfreeze(by(reason), id)
    return `${username} can sign in again.`
  }),
  'sports void': command(sportsGame, async ({ actions }, { game, reason }) => {
    const { awayTeam, homeTeam } = await actions.voidGame(by(reason), game)
    return `${awayTeam} at ${homeTeam} is void. ${SETTLED_SOON}`
  }),
  'sports correct': command(
    // Basketball has no ties.
    z.extend(sportsGame, {
      score: score.check(z.refine(({ home, away }) => home !== away)),
    }),
    async ({ actions }, { game, score, reason }) => {
      const decided = await actions.correctScore(by(reason), game, score)
      const { awayTeam, homeTeam } = decided
      return `${awayTeam} at ${homeTeam} ended ${score.home} to ${score.away}. ${SETTLED_SOON}`
    },
  ),
  sweep: command(sweepRequest, sweep),
  'rotate-owner': command(optionalReason, rotateOwner),
  'master-keys': command(nothing, masterKeys),
  'rotate-master-key': command(optionalReason, rotateMasterKey),
  'rotate-receipt-key': command(optionalReason, rotateReceiptKey),
  'token create': command(newToken, async ({ tokens }, input) => {
    const request = { ...input, days: input.days ?? DAYS_DEFAULT }
    const { id, token, expiresAt } = await tokens.create(by().actor, request)
    return [
      `Token ${id} for ${input.scopes.join(', ')} until ${expiresAt.toISOString()}:`,
      token,
      'It is not shown again. Send it as "Authorization: Bearer <token>".',
    ].join('\n')
  }),
  'token list': command(nothing, async ({ tokens }) => {
    const columns = ['id', 'name', 'scopes', 'expiresAt', 'revokedAt']
    return formatTable(await tokens.list(), columns)
  }),
  'token revoke': command(
    z.strictObject({ id: z.uuid(), reason }),
    async ({ tokens }, { id, reason }) => {
      const { name } = await tokens.revoke(by(reason), id)
      return `The token ${name} is revoked.`
    },
  ),
  'audit-log': command(page, async ({ log }, query) => {
    const columns = ['id', 'at', 'actor', 'action', 'target', 'reason']
    return formatTable(await log.page(query), columns)
  }),
  overview: command(nothing, async ({ overview }) => {
    const { alarms, anchors, ...house } = await overview.read()
    const { chain: _, jobs: __, ...parts } = house
    const state = { ...parts, anchors: anchors.reason ?? 'on' }
    const lines = Object.entries(state).map(([part, state]) => ({
      part,
      state: typeof state === 'string' ? state : JSON.stringify(state),
    }))
    return `${formatTable(lines)}\n\nAlarms\n${formatTable(alarms)}`
  }),
  games: command(nothing, async ({ returns }) =>
    formatTable((await returns()).games),
  ),
  series: command(
    z.pick(readSeries.query, { hours: true }),
    async ({ samples }, { hours = '6' }) =>
      formatTable(await samples.lastHours(Number(hours))),
  ),
  races: command(page, async ({ races }, query) =>
    formatTable(await races.page(query, OPERATOR_PAGE_SIZE)),
  ),
  outbox: command(page, async ({ outboxPage }, query) =>
    formatTable(await outboxPage(query, OPERATOR_PAGE_SIZE)),
  ),
  unattributed: command(nothing, async ({ deposits }) => {
    const found = await deposits.unattributed({}, OPERATOR_PAGE_SIZE)
    const gaps = await deposits.gaps()
    return `${formatTable(found)}\n\nSeen at one block so far\n${formatTable(gaps)}`
  }),
  deposits: command(operatorDepositsQuery, async ({ deposits }, query) =>
    formatTable(await deposits.page(query, OPERATOR_PAGE_SIZE)),
  ),
  'deposits show': command(oneDeposit, async (services, { id }) => {
    const onChain = await createChainDeposits(services)
    const { checks, deposit, timeline } = await onChain.details(id)
    const actions = await services.log.page({ target: `deposit ${id}` })
    const tables = [[deposit], checks, timeline, actions]
    return tables.map((rows) => formatTable(rows)).join('\n\n')
  }),
  'deposits decide': command(
    z.extend(oneDeposit, depositDecisionRequest.shape),
    async (services, { id, decision, reason }) => {
      const onChain = await createChainDeposits(services)
      const { coins, status } = await onChain.decide(by(reason), id, decision)
      return `The deposit is ${status} now, with ${coins} coins.`
    },
  ),
  'deposits recheck': command(
    z.extend(oneDeposit, optionalReason.shape),
    async (services, { id, reason }) => {
      const onChain = await createChainDeposits(services)
      return formatTable([await onChain.recheck(by(reason), id)])
    },
  ),
}

/** @throws LaunchError with the usage for unknown words */
export function operatorCommand(words: readonly string[]) {
  const line = `${words.join(' ')} `
  const found = Object.entries(commands).findLast(([name]) =>
    line.startsWith(`${name} `),
  )
  const [name = '', command] = found ?? []
  const [usage = ''] = formatUsage(name).split(/\s{2,}/)
  const args = parseArguments(usage, words.slice(name.split(' ').length))
  const run = command?.(args)
  if (!run) throw new LaunchError(formatUsage(words[0]))
  return async (db: Database) => run(await createCommandServices(db))
}

/** @returns a function that returns undefined for other arguments than `input` */
function command<Input extends z.ZodMiniType>(
  input: Input,
  run: (services: CommandServices, input: z.infer<Input>) => Promise<string>,
) {
  return (args: unknown) => {
    const parsed = input.safeParse(args)
    if (!parsed.success) return undefined
    return (services: CommandServices) => run(services, parsed.data)
  }
}

/** Returns the usage of the commands that begin with these words, or of all. */
function formatUsage(words = ''): string {
  const named = USAGE.filter((text) => text.startsWith(`${words} `))
  const shown = named.length > 0 ? named : USAGE
  return shown.map((text) => `npm run operator -- ${text}`).join('\n')
}

function toPause(input: z.infer<typeof game>) {
  const words = [input.game, input.reason].join(' ').split(' ').filter(Boolean)
  const { game: named, rest } = namedGame(words)
  return { gameType: named.gameType, notice: rest.join(' ') || undefined }
}

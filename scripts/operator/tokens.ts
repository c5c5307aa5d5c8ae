import { parseArgs } from 'node:util'
import { OPERATOR_SCOPES, type OperatorScope } from '#core/api/endpoint.ts'
import type { ListedToken } from '../../api/src/operator/operator-tokens.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { commandActor } from './command-actor.ts'
import { asked, operators } from './operators.ts'

export const TOKENS_USAGE = `npm run operator -- token create <name> --scopes ${OPERATOR_SCOPES.join(',')} [--days 30]
                                        a token for the operator API, shown once
npm run operator -- token list
npm run operator -- token revoke <id> <reason>`

const DAYS_DEFAULT = 30
const DAYS_MAX = 366

export async function token(
  db: Database,
  [command, ...args]: readonly string[],
): Promise<string> {
  if (command === 'create') return create(db, args)
  if (command === 'revoke') return revoke(db, args)
  if (command === 'list' && args.length === 0) {
    const listed = await operators(db).tokens.list()
    return listed.map(lineOf).join('\n') || 'There are no tokens.'
  }
  throw new LaunchError(TOKENS_USAGE)
}

async function create(db: Database, args: readonly string[]): Promise<string> {
  const { name, scopes, days } = request(args)
  const { tokens } = operators(db)
  const made = await tokens.create(commandActor(), { name, scopes, days })
  return [
    `Token ${made.id} for ${scopes.join(', ')} until ${made.expiresAt.toISOString()}:`,
    made.token,
    'It is not shown again. Send it as "Authorization: Bearer <token>".',
  ].join('\n')
}

async function revoke(
  db: Database,
  [id = '', ...words]: readonly string[],
): Promise<string> {
  if (!/^[0-9a-f-]{36}$/.test(id) || words.length === 0) {
    throw new LaunchError(TOKENS_USAGE)
  }
  const { name } = await operators(db).tokens.revoke(asked(words), id)
  return `The token ${name} counts no more.`
}

function request(args: readonly string[]) {
  const { values, positionals } = parsed(args)
  const [name, ...more] = positionals
  const days = Number(values.days ?? DAYS_DEFAULT)
  const scopes = (values.scopes ?? '').split(',').filter(isScope)
  const isAsked =
    name !== undefined &&
    more.length === 0 &&
    scopes.length > 0 &&
    scopes.join() === values.scopes &&
    Number.isInteger(days) &&
    days >= 1 &&
    days <= DAYS_MAX
  if (!isAsked) throw new LaunchError(TOKENS_USAGE)
  return { name, scopes, days }
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      scopes: { type: 'string' },
      days: { type: 'string' },
    } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch {
    throw new LaunchError(TOKENS_USAGE)
  }
}

function isScope(text: string): text is OperatorScope {
  return OPERATOR_SCOPES.some((scope) => scope === text)
}

function lineOf({ id, name, scopes, expiresAt, revokedAt }: ListedToken) {
  const until = revokedAt
    ? `revoked ${revokedAt.toISOString()}`
    : `until ${expiresAt.toISOString()}`
  return `${id}  ${name}  ${scopes.join(',')}  ${until}`
}

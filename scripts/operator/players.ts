import type { Database } from '../../api/src/platform/db/database.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { asked, operators } from './operators.ts'

export const PLAYERS_USAGE = `npm run operator -- freeze <username> <reason>
                                        signs a player out and keeps them out; they are told the reason
npm run operator -- unfreeze <username> <reason>`

export function freeze(db: Database, args: readonly string[]): Promise<string> {
  return change(db, args, 'freeze')
}

export function unfreeze(
  db: Database,
  args: readonly string[],
): Promise<string> {
  return change(db, args, 'unfreeze')
}

async function change(
  db: Database,
  [username = '', ...words]: readonly string[],
  act: 'freeze' | 'unfreeze',
): Promise<string> {
  if (!username || words.length === 0) throw new LaunchError(PLAYERS_USAGE)
  const { accounts, actions } = operators(db)
  const { id } = await accounts.byName(username)
  await actions[act](asked(words), id)
  return act === 'freeze'
    ? `${username} is signed out everywhere within seconds, and kept out.`
    : `${username} can sign in again.`
}

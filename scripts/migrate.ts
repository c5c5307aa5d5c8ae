import { readFileSync } from 'node:fs'
import { Client, escapeLiteral } from 'pg'
import { migrate } from '../api/src/platform/db/database.ts'
import { LaunchError } from './cli/launch-error.ts'
import { runCommand } from './cli/run-command.ts'
import { runningProduct } from './product/product-database.ts'

const ROLES = new URL('../deploy/roles.sql', import.meta.url)
const ROLE_URLS = {
  API_DATABASE_URL: 'casino_api',
  INDEXER_DATABASE_URL: 'casino_indexer',
}

// npm run migrate: migrates the database, as each API does when it starts, for
// deployments that do it beforehand. With API_DATABASE_URL and
// INDEXER_DATABASE_URL it also separates their roles, and sets the passwords.
await runCommand(async () => {
  const env = runningProduct()
  const ownerUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  const passwords = Object.entries(ROLE_URLS).flatMap(([variable, role]) => {
    const url = env[variable]
    return url ? [setPassword(url, { variable, role })] : []
  })
  await migrate(ownerUrl)
  if (passwords.length > 0) {
    const roles = readFileSync(ROLES, 'utf8')
    await runTogether(ownerUrl, [roles, ...passwords].join('\n'))
  }
  console.log('The database is up to date.')
})

/** @throws LaunchError if the URL has another user than the role */
function setPassword(
  url: string,
  { variable, role }: { variable: string; role: string },
): string {
  const { username, password } = new URL(url)
  if (username !== role) {
    throw new LaunchError(`The user in ${variable} must be ${role}.`)
  }
  const literal = escapeLiteral(decodeURIComponent(password))
  return `ALTER ROLE ${role} PASSWORD ${literal};`
}

/** Runs statements in one transaction. */
async function runTogether(url: string, statements: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

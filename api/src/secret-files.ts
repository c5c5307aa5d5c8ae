import { readFileSync } from 'node:fs'

/** Variables that `<NAME>_FILE` can give instead, as the path of a file. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'API_DATABASE_URL',
  'INDEXER_DATABASE_URL',
  'EVENTS_URL',
  'SESSION_SECRET',
  'MASTER_KEYS',
  'RPC_URL',
  'OPERATOR_PRIVATE_KEY',
  'NEXT_OPERATOR_PRIVATE_KEY',
  'OWNER_PRIVATE_KEY',
  'ODDS_API_KEY',
]

/**
 * Reads the files of secrets, without white space around their content. An empty
 * file sets nothing: containers need a file for each secret, used or not.
 *
 * @returns variables to add to the environment, in which `<NAME>_FILE` is empty,
 *   and an issue per variable that is set twice or whose file can't be read
 */
export function readSecretFiles(env: NodeJS.ProcessEnv) {
  const variables: Record<string, string> = {}
  const issues: { path: string[]; message: string }[] = []
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    const refuse = (message: string) =>
      issues.push({ path: [`${name}_FILE`], message })
    if (env[name]) {
      refuse(`is set, and so is ${name}`)
      continue
    }
    try {
      const secret = readFileSync(path, 'utf8').trim()
      if (secret) variables[name] = secret
      variables[`${name}_FILE`] = ''
    } catch {
      refuse(`names a file that can't be read: ${path}`)
    }
  }
  return { variables, issues }
}

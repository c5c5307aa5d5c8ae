import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { advisoriesIn, lockedLicenses } from './packages/package-findings.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

// npm run check:packages: fails for known vulnerabilities and for licences that
// package-exceptions.json gives no reason for. Without the registry's audit it
// checks licences only, and says so.
const read = (file: string) =>
  JSON.parse(readFileSync(join(PROJECT_ROOT, file), 'utf8'))
const exceptions = read('package-exceptions.json')
const licenses = lockedLicenses(read('package-lock.json'), exceptions)
const audit = await npmAudit()
const advisories = advisoriesIn(audit, exceptions)
if (!advisories) {
  console.log('The audit of the registry was not reached: licences only.')
}
const problems = [...licenses, ...(advisories ?? [])]
for (const problem of problems) console.error(`FAIL  ${problem}`)
if (problems.length > 0) process.exitCode = 1

/** Returns what npm audit prints; undefined if it prints nothing. */
async function npmAudit(): Promise<unknown> {
  const command = [
    'audit',
    '--json',
    '--fetch-timeout=20000',
    '--fetch-retries=0',
  ]
  const { stdout } = await promisify(execFile)('npm', command, {
    cwd: PROJECT_ROOT,
    maxBuffer: 100_000_000,
  }).catch((failure: { stdout?: string }) => ({ stdout: failure.stdout ?? '' }))
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

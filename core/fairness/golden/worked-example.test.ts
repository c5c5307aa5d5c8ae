import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { GoldenFile } from '../../schemas/golden-file.ts'
import { verificationRecord } from '../../schemas/verification-record.ts'
import { verifiedRecord } from '../../schemas/verified-record.ts'
import { canonicalJson } from '../canonical-json.ts'
import { nobleHashes } from '../noble-hashes.ts'
import { isProven } from '../verified-round.ts'

const read = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const fairness = read('docs/fairness.md')
const golden: GoldenFile = JSON.parse(
  read('core/fairness/golden/coin-flip.json'),
)
const record = verificationRecord.parse(
  JSON.parse(read('docs/verifier/example-record.json')),
)

test('docs/fairness.md works out the first golden round, value by value', () => {
  const { gameType, rulesVersion, rounds, epoch } = golden
  const [round] = rounds
  expect(round).toBeDefined()
  if (!round) return
  const { streamKey, commitment, roundHash, ...rest } = round
  expect(streamKey).toBe('00'.repeat(32))
  const path = epoch.paths.find(({ nonce }) => nonce === round.nonce)?.path
  const hashes = [round.serverSeed, commitment, roundHash, epoch.root]
  const siblings = [path?.at(0), path?.at(-1)]
  const hashed = canonicalJson({ gameType, rulesVersion, ...rest })
  const values = [...hashes, ...siblings, ...round.draws.map(String), hashed]
  for (const value of values) expect(fairness).toContain(value)
})

test('the example record is that round, and proven', () => {
  expect(record.gameData.expectedHash).toBe(golden.rounds[0]?.roundHash)
  const verdict = verifiedRecord(nobleHashes, record)
  expect(isProven(verdict)).toBe(true)
  expect(verdict.isAsShown).toBe(true)
})

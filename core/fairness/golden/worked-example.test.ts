import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { coinFlip } from '../../games/coin-flip/coin-flip.ts'
import type { GoldenFile } from '../../schemas/golden-file.ts'
import { goldenRecord } from '../../schemas/golden-record.ts'
import { verificationRecord } from '../../schemas/verification-record.ts'
import {
  RECORD_FAILURES,
  recordFailure,
} from '../../schemas/verified-record.ts'
import { canonicalJson } from '../canonical-json.ts'
import { nobleHashes } from '../noble-hashes.ts'

const read = (path: string) =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

const fairness = read('docs/fairness.md')
const golden: GoldenFile = JSON.parse(
  read('core/games/coin-flip/golden/vectors.json'),
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

test('the example record is that round as the code writes it, and valid', () => {
  const { rounds, epoch, ...game } = golden
  const [round] = rounds
  const path = epoch.paths.find(({ nonce }) => nonce === round?.nonce)?.path
  expect(round).toBeDefined()
  expect(path).toBeDefined()
  if (!round || !path) return
  const { streamKey: _key, commitment: _hash, roundHash: _, ...made } = round
  const { gameType, rulesVersion } = game
  const proof = { ...epoch, path }
  const played = { gameType, rulesVersion, ...made }
  const written = goldenRecord(
    nobleHashes,
    { game: coinFlip, round: played },
    proof,
  )
  expect(written).toEqual(record)
  expect(recordFailure(nobleHashes, record)).toBeUndefined()
})

test.each(['example-record.json', 'keep-root.mjs'])(
  'docs/fairness.md prints %s',
  (name) => {
    expect(fairness).toContain(`\n${read(`docs/verifier/${name}`)}\`\`\`\n`)
  },
)

test('docs/fairness.md names every failure, in the order of the checks', () => {
  const named = [...fairness.matchAll(/^\| `([a-z]+)` \| .* \| \d? ?\|$/gm)]
  expect(named.map(([, failure]) => failure)).toEqual(RECORD_FAILURES)
})

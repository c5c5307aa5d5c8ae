import { parseArgs } from 'node:util'
import { checkWithNode } from '#core/evidence/on-chain.ts'
import { isRaceRecord } from '#core/evidence/race-record.ts'
import type { AnyRecord } from '#core/evidence/record.ts'
import { verify as verifyRecord } from '#core/evidence/verify.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { goldenReport } from '../golden/golden-file.ts'
import { loadJson, parseRecord } from '../lib/load-record.ts'
import { type ReceiptEvidence, receiptReport } from './receipt-report.ts'
import { createNode, reportLines } from './report.ts'

type Arguments = ReceiptEvidence & { source: string; rpc?: string }

const NOTHING_PROVEN = 2

/**
 * Verifies the file or URL that the arguments name, and prints what it finds.
 *
 * @returns the exit code: 0 proven, 1 not proven, 2 nothing to prove.
 */
export async function verify(args: string[]): Promise<number> {
  try {
    const { source, rpc, ...evidence } = parseArguments(args)
    const json = await loadJson(source)
    const isGood =
      (await goldenReport(json)) ?? (await receiptReport(json, evidence))
    if (isGood !== undefined) return Number(!isGood)
    return await reportRecord(parseRecord(json, source), { rpc, source })
  } catch (error) {
    console.error(error instanceof LaunchError ? error.message : error)
    return 1
  }
}

/** @throws LaunchError */
function parseArguments(args: string[]): Arguments {
  const usage = `Usage: npm run verify -- <file|url> [--rpc <url of a node>]
       npm run verify -- <receipt.json> [--key <key|file|url>] [--against <file|url>]`
  try {
    const text = { type: 'string' } as const
    const options = { rpc: text, key: text, against: text }
    const parsed = parseArgs({ args, options, allowPositionals: true })
    const [source] = parsed.positionals
    if (source) return { source, ...parsed.values }
  } catch {
    // An unknown option.
  }
  throw new LaunchError(usage)
}

async function reportRecord(
  record: AnyRecord,
  { rpc, source }: { rpc: string | undefined; source: string },
): Promise<number> {
  const onChain = rpc ? await checkWithNode(createNode(rpc), record) : []
  const sources = { hashes: nobleHashes, parseTime: Date.parse, onChain }
  const verified = verifyRecord(record, sources)
  if (typeof verified === 'string') {
    throw new LaunchError(unfinishedText(verified, { record, source }))
  }
  console.log(reportLines(verified).join('\n'))
  if (verified.status === 'contradicted') return 1
  return verified.status === 'unchecked' ? NOTHING_PROVEN : 0
}

function unfinishedText(
  state: 'open' | 'incomplete',
  { record, source }: { record: AnyRecord; source: string },
): string {
  if (state === 'incomplete') {
    return `${source} is not the record of a finished round. A seed or the nonce is missing.`
  }
  const root = isRaceRecord(record) ? 'chainTerminal' : 'epochRoot'
  return `${source} is the record of a round that is not over. Keep its serverSeedHash and ${root}, and verify it again when it has ended: the finished round's record must have the same.`
}

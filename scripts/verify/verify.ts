import { parseArgs } from 'node:util'
import { isSportsRecord } from '#core/api/sports.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { webCryptoSignature } from '#core/receipts/web-crypto-signature.ts'
import { isRaceRecord } from '#core/schemas/race-record.ts'
import { evidenceFailure } from '#core/schemas/sports-evidence.ts'
import type { RecordFailure } from '#core/schemas/verified-record.ts'
import { LaunchError } from '../cli/launch-error.ts'
import { anchorGoldenDifferences, anchorGoldenFile } from '../golden/anchors.ts'
import { goldenDifferences, goldenFile } from '../golden/golden-file.ts'
import {
  raceGoldenDifferences,
  raceGoldenFile,
} from '../golden/race-golden-file.ts'
import {
  receiptGoldenDifferences,
  receiptGoldenFile,
} from '../golden/receipts.ts'
import {
  type FinishedRecord,
  finishedRecord,
  loadJson,
} from '../lib/load-record.ts'
import { anchorReport } from './anchor-report.ts'
import { raceReport } from './race-report.ts'
import { type ReceiptEvidence, receiptReport } from './receipt-report.ts'
import { roundReport } from './round-report.ts'
import { saltReport } from './salt-report.ts'
import { sportsReport } from './sports-report.ts'

const FAILURES: Record<RecordFailure, string> = {
  malformed: 'it is not the record of a finished round',
  commitment: 'the server seed is not the one committed to',
  epoch: "the commitment is not part of the epoch's root",
  chain: "the server seed is not this race's link of the seed chain",
  id: "the race's id is not that of its number, seed, close and chain",
  salt: 'the salt is not the hash of a block late enough after betting closed, or the race is void for no reason',
  rules: 'no rules here are of its game and version',
  bet: 'the rules do not allow the bet',
  action: 'the rules do not allow one of the actions',
  unfinished: 'the actions do not end the round',
  draws: 'the seeds give other draws',
  outcome: 'the draws and actions have another outcome',
  hash: 'the round has another hash',
  shown: 'it shows something else than the round',
  anchor: 'its path does not lead to the root that it says is on the chain',
}

type Asked = ReceiptEvidence & { source: string; rpc?: string }

const SHOWN_DIFFERENCES = 10
const NOTHING_PROVEN = 2

/**
 * Checks what the arguments name, and prints what it finds.
 *
 * @returns the exit code: 0 where it is proven, 1 where it is not, 2 where
 * nothing could be.
 */
export async function verify(args: string[]): Promise<number> {
  try {
    const { source, rpc, ...evidence } = asked(args)
    const json = await loadJson(source)
    const isGood =
      goldenReport(json) ??
      (await receiptGoldenReport(json)) ??
      (await receiptReport(json, evidence))
    return isGood === undefined
      ? await reportRecord(finishedRecord(json, source), rpc)
      : Number(!isGood)
  } catch (error) {
    console.error(error instanceof LaunchError ? error.message : error)
    return 1
  }
}

/** @throws LaunchError */
function asked(args: string[]): Asked {
  const usage = `Usage: npm run verify -- <file|url> [--rpc <url of a node>]
       npm run verify -- <receipt.json> [--key <key|file|url>] [--against <file|url>]`
  try {
    const text = { type: 'string' } as const
    const options = { rpc: text, key: text, against: text }
    const parsed = parseArgs({ args, options, allowPositionals: true })
    const [source] = parsed.positionals
    if (source) return { source, ...parsed.values }
  } catch {
    // An option that there is not.
  }
  throw new LaunchError(usage)
}

/** Undefined where it is no file of golden vectors. */
function goldenReport(json: unknown): boolean | undefined {
  const golden = goldenFile.safeParse(json).data
  if (golden) {
    return reportGolden(golden, {
      differences: goldenDifferences(nobleHashes, golden),
      made: `${golden.rounds.length} rounds of ${golden.gameType}`,
    })
  }
  const anchors = anchorGoldenFile.safeParse(json).data
  if (anchors) {
    return reportGolden(
      { gameType: 'Anchors', invalid: [] },
      {
        differences: anchorGoldenDifferences(nobleHashes, anchors),
        made: `${anchors.trees.length} trees, ${anchors.valid.length} valid records`,
      },
    )
  }
  const races = raceGoldenFile.safeParse(json).data
  if (!races) return undefined
  return reportGolden(races, {
    differences: raceGoldenDifferences(nobleHashes, races),
    made: `${races.races.length} races`,
  })
}

async function receiptGoldenReport(
  json: unknown,
): Promise<boolean | undefined> {
  const golden = receiptGoldenFile.safeParse(json).data
  if (!golden) return undefined
  const tools = {
    hashes: nobleHashes,
    verify: webCryptoSignature(crypto.subtle),
  }
  return reportGolden(
    { gameType: 'Receipts', invalid: golden.invalid },
    {
      differences: await receiptGoldenDifferences(tools, golden),
      made: `${golden.valid.length} valid receipts`,
    },
  )
}

function reportGolden(
  { gameType, invalid }: { gameType: string; invalid: readonly unknown[] },
  { differences, made }: { differences: string[]; made: string },
): boolean {
  for (const what of differences.slice(0, SHOWN_DIFFERENCES)) {
    console.log(`  FAILED  ${what}`)
  }
  console.log(
    differences.length > 0
      ? `NOT MADE AGAIN: ${gameType} differs in ${differences.length} places.`
      : `MADE AGAIN: ${made}, and ${invalid.length} invalid records refused for the stated reason`,
  )
  return differences.length === 0
}

/** @returns the exit code: 0 where it is proven, 1 where it is not, 2 where nothing could be. */
async function reportRecord(
  record: FinishedRecord,
  rpc: string | undefined,
): Promise<number> {
  if (isSportsRecord(record)) {
    console.log(sportsReport(record).join('\n'))
    return evidenceFailure(record) ? 1 : NOTHING_PROVEN
  }
  const isRace = isRaceRecord(record)
  const report = isRace ? raceReport(record) : roundReport(record)
  const { lines, failure, proven } = report
  const reports = [
    ...(isRace ? [await saltReport(record, rpc)] : []),
    await anchorReport(record, rpc),
  ]
  console.log([lines, ...reports.map((one) => one.lines)].flat().join('\n'))
  const contradiction = reports.find((one) => one.contradiction)?.contradiction
  if (failure) console.log(`NOT PROVEN: ${failure}: ${FAILURES[failure]}.`)
  else console.log(contradiction ?? proven)
  return failure || contradiction ? 1 : 0
}

// npm run verify -- <file|url>: checks a round's record on this machine,
// trusting nothing that the house says of it. Golden vectors are checked too.
import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { type Draw, WORD_RANGE } from '#core/fairness/draws.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Round } from '#core/fairness/round.ts'
import { houseWord } from '#core/games/house-word.ts'
import { gameOf } from '#core/games/registry.ts'
import {
  type GoldenFile,
  goldenDifferences,
  goldenFile,
} from '#core/schemas/golden-file.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import {
  type RecordFailure,
  type RecordVerdict,
  verifiedRecord,
} from '#core/schemas/verified-record.ts'
import { LaunchError } from './lib/launch-error.ts'
import { finishedRecord, loadJson } from './lib/load-record.ts'

const FAILURES: Record<RecordFailure, string> = {
  malformed: 'it is not the record of a finished round',
  commitment: 'the server seed is not the one committed to',
  epoch: "the commitment is not part of the epoch's root",
  rules: 'no rules here are of its game and version',
  bet: 'the rules do not allow the bet',
  action: 'the rules do not allow one of the actions',
  unfinished: 'the actions do not end the round',
  draws: 'the seeds give other draws',
  outcome: 'the draws and actions have another outcome',
  hash: 'the round has another hash',
  shown: 'it shows something else than the round',
}

const SHOWN_DIFFERENCES = 10

try {
  const [source] = process.argv.slice(2)
  if (!source) throw new LaunchError('Usage: npm run verify -- <file|url>')
  const json = await loadJson(source)
  const golden = goldenFile.safeParse(json).data
  const isGood = golden
    ? reportGolden(golden)
    : reportRecord(finishedRecord(json, source))
  if (!isGood) process.exitCode = 1
} catch (error) {
  process.exitCode = 1
  console.error(error instanceof LaunchError ? error.message : error)
}

function reportGolden(golden: GoldenFile): boolean {
  const differences = goldenDifferences(nobleHashes, golden)
  const { gameType, rounds, invalid } = golden
  for (const what of differences.slice(0, SHOWN_DIFFERENCES)) {
    console.log(`  FAILED  ${what}`)
  }
  console.log(
    differences.length > 0
      ? `NOT MADE AGAIN: ${gameType} differs in ${differences.length} places.`
      : `MADE AGAIN: ${rounds.length} rounds of ${gameType}, and ${invalid.length} invalid records refused for the stated reason`,
  )
  return differences.length === 0
}

function reportRecord(record: VerificationRecord): boolean {
  const verdict = verifiedRecord(nobleHashes, record)
  const { failure } = verdict
  console.log(report(record, verdict).join('\n'))
  console.log(
    failure
      ? `NOT PROVEN: ${failure}: ${FAILURES[failure]}.`
      : kept(record, verdict),
  )
  return failure === undefined
}

function report(record: VerificationRecord, verdict: RecordVerdict): string[] {
  const { checks, isAsShown, round } = verdict
  return [
    `${record.gameType}, round ${record.nonce} of player ${record.gameData.player}`,
    line(checks.commitment, 'the server seed is the one committed to'),
    line(checks.epoch, "the commitment is part of the epoch's root"),
    line(checks.replay, 'the seeds lead to the round that was settled'),
    line(isAsShown, 'the record shows what the seeds lead to'),
    ...(round ? played(round) : ['No rules here fit this game and bet.']),
  ]
}

function line(holds: boolean, claim: string): string {
  return `  ${holds ? 'ok    ' : 'FAILED'}  ${claim}`
}

/** What the seeds lead to, whatever the record says. */
function played(round: Round): string[] {
  const { bet, actions = [], draws, outcome } = round
  return [
    'Played again:',
    `  bet      ${canonicalJson(bet)}`,
    ...actions.map((action) => `  action   ${canonicalJson(action)}`),
    ...draws.map((draw, index) => `  draw ${index}   ${drawText(draw)}`),
    `  outcome  ${canonicalJson(outcome)}, ${gameOf(round)?.describe(outcome)}`,
  ]
}

function drawText(draw: Draw): string {
  const bytes = draw.toString(16).padStart(8, '0').replace(/..\B/g, '$& ')
  return `${bytes} = ${draw}, ${(draw / WORD_RANGE).toFixed(10)} of the range`
}

/** What no record can prove by itself. */
function kept(
  { gameData }: VerificationRecord,
  { round }: RecordVerdict,
): string {
  const weaker =
    'Weaker: the house knew both seeds before it published the root.\n'
  const word = houseWord(round?.actions)
  return `${gameData.weaker ? weaker : ''}${word ? `Note: ${word}\n` : ''}PROVEN, if this is the epoch root you saw before the round:\n  ${gameData.epochRoot}`
}

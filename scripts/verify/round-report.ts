import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { type Draw, WORD_RANGE } from '#core/fairness/draws.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Round } from '#core/fairness/round.ts'
import { gameOf } from '#core/games/registry.ts'
import { trustAssumption } from '#core/games/trust-assumption.ts'
import type { VerificationRecord } from '#core/schemas/verification-record.ts'
import { verifiedRecord } from '#core/schemas/verified-record.ts'
import { anchorLines } from './anchor-report.ts'
import { checkLine } from './check-line.ts'
import type { Report } from './report.ts'

/** What the command line says of a round of a game. */
export function roundReport(record: VerificationRecord): Report {
  const verdict = verifiedRecord(nobleHashes, record)
  const { checks, isAnchored, isAsShown, round, failure } = verdict
  return {
    failure,
    lines: [
      `${record.gameType}, round ${record.nonce} of player ${record.gameData.player}`,
      checkLine(checks.commitment, 'the server seed is the one committed to'),
      checkLine(checks.epoch, "the commitment is part of the epoch's root"),
      checkLine(checks.replay, 'the seeds lead to the round that was settled'),
      checkLine(isAsShown, 'the record shows what the seeds lead to'),
      ...anchorLines(isAnchored, "the epoch's root"),
      ...(round ? played(round) : ['No rules here fit this game and bet.']),
    ],
    proven: provenIf(record, round),
  }
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
function provenIf(
  { gameData }: VerificationRecord,
  round: Round | undefined,
): string {
  const seedClaim = gameData.weaker
    ? 'Weaker: the house knew both seeds before it published the root.'
    : 'Note: that the player set the client seed after the root was published is the house’s word.'
  const assumption = trustAssumption(round?.actions)
  return `${seedClaim}\n${assumption ? `Note: ${assumption}\n` : ''}PROVEN, if this is the epoch root you saw before the round:\n  ${gameData.epochRoot}`
}

import { canonicalJson } from '#core/fairness/canonical-json.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { horseName } from '#core/race/horses.ts'
import { UNITS_A_PERCENT } from '#core/race/race.ts'
import { raceTrustAssumption } from '#core/race/salt.ts'
import type { RaceOutcome } from '#core/race/settled-race.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import {
  type RaceRecordVerdict,
  verifiedRaceRecord,
} from '#core/schemas/verified-race-record.ts'
import { anchorLines } from './anchor-report.ts'
import { checkLine } from './check-line.ts'
import type { Report } from './report.ts'

/** What the command line says of a race, or of a bet on one. */
export function raceReport(record: FinishedRaceRecord): Report {
  const verdict = verifiedRaceRecord(nobleHashes, record)
  const { checks, isAnchored, isAsShown, failure } = verdict
  const what = 'betAmount' in record ? 'a bet on race' : 'race'
  return {
    failure,
    lines: [
      `${record.gameType}, ${what} ${record.nonce}`,
      checkLine(checks.commitment, 'the server seed is the one committed to'),
      checkLine(checks.chain, "the seed is this race's link of the seed chain"),
      ...(record.gameData.rulesVersion > 1
        ? [checkLine(checks.id, "the race's id is that of its close and chain")]
        : []),
      checkLine(checks.salt, saltClaim(record)),
      checkLine(checks.replay, 'the seeds lead to what was settled'),
      checkLine(isAsShown, 'the record shows what the seeds lead to'),
      ...anchorLines(isAnchored, "the seed chain's end"),
      ...replayed(verdict),
    ],
    proven: provenIf(record),
  }
}

/** What the seeds lead to, whatever the record says. */
function replayed({ settled }: RaceRecordVerdict): string[] {
  if (!settled) return ['No rules here fit this race or bet.']
  const { outcome } = settled
  return [
    'Run again:',
    ...('bet' in settled
      ? [`  bet      ${canonicalJson(settled.bet)}, number ${settled.index}`]
      : []),
    ...places(outcome),
    ...('payout' in outcome ? [`  payout   ${outcome.payout}`] : []),
  ]
}

function places(outcome: RaceOutcome): string[] {
  if ('void' in outcome) return ['  void     never run']
  return [
    `  ticks    ${outcome.ticks}`,
    ...outcome.order.map((id, place) => {
      const position = outcome.positions[id - 1] ?? 0
      const percent = (position / UNITS_A_PERCENT).toFixed(10)
      return `  place ${place + 1}  horse ${id}, ${horseName(id)}, at ${percent} %`
    }),
  ]
}

function saltClaim({ gameData }: FinishedRaceRecord): string {
  return gameData.saltBlock
    ? 'the salt is of a block late enough after betting closed'
    : 'the race has no salt, for a reason that it names'
}

/** What no record can prove by itself. */
function provenIf({ gameData }: FinishedRaceRecord): string {
  const { chainTerminal, saltBlock } = gameData
  const trusted = raceTrustAssumption(gameData)
  return [
    ...(trusted ? [`Note: ${trusted}`] : []),
    `PROVEN, if this is the terminal hash that you saw before the race, as what the seed of race ${chainTerminal.number} would be:`,
    `  ${chainTerminal.hash}`,
    ...(saltBlock
      ? [
          `and if block ${saltBlock.number} of chain ${saltBlock.chainId} is the first one of its time, with the hash`,
          `  ${saltBlock.hash}`,
        ]
      : []),
  ].join('\n')
}

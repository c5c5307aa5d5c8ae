import { raceTrustAssumption } from '#core/race/trust-assumption.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import type { RaceRecordVerdict } from '#core/schemas/verified-race-record.ts'
import { type Check, VerdictCard } from './verdict-card.tsx'

interface RaceVerdictProps {
  record: FinishedRaceRecord
  verdict: RaceRecordVerdict
}

/** Whether a race, or a bet on one, is proven, and what was checked of it. */
export function RaceVerdict({ record, verdict }: RaceVerdictProps) {
  return (
    <VerdictCard
      isSuccessful={verdict.failure === undefined}
      checks={checksOf(record, verdict)}
    />
  )
}

function checksOf(
  { gameData }: FinishedRaceRecord,
  { checks, isAsShown }: RaceRecordVerdict,
): Check[] {
  const { saltBlock, chainTerminal } = gameData
  const trusted = raceTrustAssumption(saltBlock)
  return [
    {
      holds: checks.commitment,
      text: 'The revealed server seed has the hash that was committed to.',
    },
    {
      holds: checks.chain,
      text: 'That seed is this race’s link of the seed chain that ends in the terminal hash below.',
    },
    {
      holds: checks.salt,
      text: saltBlock
        ? 'The salt is the hash of a block made after betting closed.'
        : 'There is no salt, so the race was never run.',
    },
    {
      holds: checks.replay,
      text: 'Your browser ran the race again and got the very hash it was settled with.',
    },
    {
      holds: isAsShown,
      text: 'Outcome, stake and payout on this page are the replayed ones.',
    },
    {
      holds: undefined,
      text: `Compare two things yourself: the terminal hash with the one published for race ${chainTerminal.number}${saltBlock ? ', and the salt block with its chain' : ''}.`,
    },
    ...(trusted ? [{ holds: undefined, text: trusted }] : []),
  ]
}

import { raceTrustAssumption } from '#core/race/salt.ts'
import type { FinishedRaceRecord } from '#core/evidence/race-record.ts'
import type { RaceRecordVerdict } from '#core/evidence/verify-race.ts'
import { contradictions, pathCheck } from './anchor-checks.ts'
import { type Check, type Reason, VerdictCard } from './verdict-card.tsx'

interface RaceVerdictProps {
  record: FinishedRaceRecord
  verdict: RaceRecordVerdict
  /** A node of the chain says otherwise than the record. */
  isContradicted: boolean
}

/** Whether a race, or a bet on one, is proven, and what was checked of it. */
export function RaceVerdict({
  record,
  verdict,
  isContradicted,
}: RaceVerdictProps) {
  return (
    <VerdictCard
      isSuccessful={verdict.failure === undefined && !isContradicted}
      reasons={reasonsOf(record)}
      checks={[...checksOf(record, verdict), ...contradictions(isContradicted)]}
      glossary={GLOSSARY}
    />
  )
}

const GLOSSARY =
  'The house sealed the seeds of all races in advance, one envelope in the other: each opened one holds the next, and the outermost seal, the terminal hash, was published before the first race. The salt is what was stirred in from outside.'

function reasonsOf({ gameData }: FinishedRaceRecord): Reason[] {
  const trusted = raceTrustAssumption(gameData)
  return [
    {
      title: 'Sealed before the bets',
      text: 'The house put its seed, a secret number, into an envelope and showed the seal before anybody could bet, so it could no longer swap it.',
    },
    trusted ? { isWeaker: true, title: 'The salt', text: trusted } : SALTED,
    {
      title: 'Opened afterwards, and run again here',
      text: 'The seal fits, and this browser just ran the race again, by the code that every player’s browser runs: it came to this very result.',
    },
  ]
}

const SALTED: Reason = {
  title: 'A number from outside went in',
  text: 'The salt is the hash of a block that was made only after betting had closed: nobody knew it before, the house neither.',
}

function checksOf(
  { gameData }: FinishedRaceRecord,
  { checks, isAnchored, isAsShown }: RaceRecordVerdict,
): Check[] {
  const { saltBlock, chainTerminal } = gameData
  const trusted = raceTrustAssumption(gameData)
  return [
    {
      holds: checks.commitment,
      text: 'The revealed server seed has the hash that was committed to.',
    },
    {
      holds: checks.chain,
      text: 'That seed is this race’s link of the seed chain that ends in the terminal hash below.',
    },
    ...(gameData.rulesVersion > 1
      ? [
          {
            holds: checks.id,
            text: 'The race’s id is that of its number, seed, end of betting and chain.',
          },
        ]
      : []),
    {
      holds: checks.salt,
      text: saltBlock
        ? 'The salt is the hash of a block made late enough after betting closed.'
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
    ...(isAnchored === false ? [pathCheck(false)] : []),
    {
      holds: undefined,
      text: `Compare two things yourself: the terminal hash with the one published for race ${chainTerminal.number}${saltBlock ? ', and the salt block with its chain' : ''}.`,
    },
    ...(trusted ? [{ holds: undefined, text: trusted }] : []),
  ]
}

import type { ReactNode } from 'react'
import type { SportsRecord } from '#core/schemas/sports.ts'
import {
  type EvidenceFailure,
  evidenceFailure,
  evidenceFailureText,
} from '#core/schemas/sports-evidence.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../lib/class-names.ts'
import { GameDetails } from './game-details.tsx'
import { SportsEvidence } from './sports-evidence.tsx'
import './verify.css'

interface SportsRecordViewProps {
  record: SportsRecord
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Shows what there is to know of a sports bet, which nobody can replay. */
export function SportsRecordView({ record, children }: SportsRecordViewProps) {
  const failure = evidenceFailure(record)
  return (
    <>
      <EvidenceBanner note={record.gameData.note} failure={failure} />
      <div className="grid gap-5 lg:grid-cols-2">
        <GameDetails record={record} outcome={record.outcome} />
        <HowToCheck record={record} />
      </div>
      <SportsEvidence record={record} />
      {children}
    </>
  )
}

/** Neither successful nor failed: nobody has verified anything. */
function EvidenceBanner(props: {
  note: string
  failure: EvidenceFailure | undefined
}) {
  const { note, failure } = props
  return (
    <section
      role={failure ? 'alert' : 'status'}
      className="rubber-card overflow-hidden"
    >
      <div
        className={classNames(
          'flex items-center gap-6 border-outline border-b-3 p-5 text-on-toy',
          failure ? 'bg-bubblegum' : 'bg-sky',
        )}
      >
        <Bendy
          mood={failure ? 'error' : 'idle'}
          className="ml-1 w-20 shrink-0"
        />
        <div>
          <h2 className="text-title">
            {failure
              ? 'This evidence contradicts itself'
              : 'Evidence, not proof'}
          </h2>
          {failure && (
            <p className="font-semibold">{evidenceFailureText[failure]}</p>
          )}
        </div>
      </div>
      <p className="p-5">{note}</p>
    </section>
  )
}

function HowToCheck({ record }: { record: SportsRecord }) {
  const isSimulated = record.gameData.source === 'simulated'
  return (
    <Card>
      <h2 className="text-title">How to check it</h2>
      <ul className="mt-4 grid list-disc gap-1 pl-5">
        <li>
          <strong>Score</strong>:{' '}
          {isSimulated
            ? 'compare it with the one that you saw'
            : 'compare it with a source that you trust'}
        </li>
        <li>
          <strong>Price</strong>: compare it with what you saw when you bet
        </li>
        <li>
          <strong>Payout</strong>: your browser worked it out again from price,
          stake and score
        </li>
      </ul>
    </Card>
  )
}

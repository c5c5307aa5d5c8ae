import type { ReactNode } from 'react'
import type { SportsRecord } from '#core/api/sports.ts'
import {
  type EvidenceFailure,
  evidenceFailure,
  evidenceFailureText,
} from '#core/evidence/verify-sports.ts'
import { Bendy } from '../../components/bendy.tsx'
import { classNames } from '../../lib/class-names.ts'
import type { Gain } from '../records/gain.ts'
import { SportsEvidence } from './sports-evidence.tsx'
import { SportsScore } from './sports-score.tsx'
import { WhatHappened } from './what-happened.tsx'
import './verify.css'

interface SportsRecordViewProps {
  record: SportsRecord
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Shows what there is to know of a sports bet, which nobody can replay. */
export function SportsRecordView({ record, children }: SportsRecordViewProps) {
  const failure = evidenceFailure(record)
  const banner = <EvidenceBanner record={record} failure={failure} />
  return (
    <>
      {failure && banner}
      <WhatHappened
        details={{ record, outcome: record.outcome }}
        gain={failure ? undefined : gainOf(record)}
        drawing={<SportsScore record={record} />}
      />
      {!failure && banner}
      <SportsEvidence record={record} isOpen={failure !== undefined} />
      {children}
    </>
  )
}

/** Nothing is gained or lost while the bet is pending. */
function gainOf({ betAmount, gameData }: SportsRecord): Gain | undefined {
  const { payout } = gameData.bet
  return payout === null ? undefined : { staked: betAmount, paid: payout }
}

/** Neither successful nor failed: nobody has verified anything. */
function EvidenceBanner(props: {
  record: SportsRecord
  failure: EvidenceFailure | undefined
}) {
  const { record, failure } = props
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
      <div className="grid gap-3 p-5">
        <p>{record.gameData.note}</p>
        <HowToCheck record={record} />
      </div>
    </section>
  )
}

function HowToCheck({ record }: { record: SportsRecord }) {
  const isSimulated = record.gameData.source === 'simulated'
  return (
    <>
      <h3 className="text-lead">How to check it</h3>
      <ul className="grid list-disc gap-1 pl-5">
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
    </>
  )
}

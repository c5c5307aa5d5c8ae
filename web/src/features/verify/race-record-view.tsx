import { type ReactNode, useMemo } from 'react'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { PublicRaceRecord } from '#core/schemas/any-record.ts'
import type { FinishedRaceRecord } from '#core/schemas/race-record.ts'
import { verifiedRaceRecord } from '#core/schemas/verified-race-record.ts'
import { Card } from '../../components/card.tsx'
import { GameDetails } from './game-details.tsx'
import { HowToVerify } from './how-to-verify.tsx'
import { RaceData } from './race-data.tsx'
import { RaceFinish } from './race-finish.tsx'
import { RaceVerdict } from './race-verdict.tsx'
import './verify.css'

interface RaceRecordViewProps {
  record: PublicRaceRecord
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Runs a recorded race again here, and shows how it went. */
export function RaceRecordView({ record, children }: RaceRecordViewProps) {
  if ('serverSeed' in record) {
    return <Finished record={record}>{children}</Finished>
  }
  return (
    <>
      <NotOver />
      <Basics record={record} />
      <RaceData record={record} />
      {children}
    </>
  )
}

interface FinishedProps {
  record: FinishedRaceRecord
  children: ReactNode
}

function Finished({ record, children }: FinishedProps) {
  const verdict = useMemo(
    () => verifiedRaceRecord(nobleHashes, record),
    [record],
  )
  return (
    <>
      <RaceVerdict record={record} verdict={verdict} />
      <Basics record={record} />
      {verdict.settled && <RaceFinish settled={verdict.settled} />}
      <RaceData record={record} verdict={verdict} />
      {children}
    </>
  )
}

function Basics({ record }: { record: PublicRaceRecord }) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <GameDetails record={record} outcome={record.outcome} />
      <HowToVerify />
    </div>
  )
}

function NotOver() {
  return (
    <Card role="status">
      <h2 className="text-title">This race is not over yet</h2>
      <p className="mt-2">
        The house has committed to its server seed and keeps it secret until the
        race starts. Then this record shows the seed and the salt, and the race
        can be run again here. Until then all there is to see is the commitment
        below.
      </p>
    </Card>
  )
}

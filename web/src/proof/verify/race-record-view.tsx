import { type ReactNode, useMemo } from 'react'
import type { PublicRaceRecord } from '#core/api/records.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'
import type { FinishedRaceRecord } from '#core/evidence/race-record.ts'
import { verifiedRaceRecord } from '#core/evidence/verify-race.ts'
import { Card } from '../../components/card.tsx'
import { DrawnRace } from '../records/drawn-outcome.tsx'
import type { Gain } from '../records/gain.ts'
import { type ProvenWin, raceWin } from '../records/proven-win.ts'
import { AnchorSection } from './anchor-section.tsx'
import { AskChain, type ChainAsking } from './ask-chain.tsx'
import { GameDetails } from './game-details.tsx'
import { HowToVerify } from './how-to-verify.tsx'
import { Numbers } from './numbers.tsx'
import { RaceData } from './race-data.tsx'
import { RaceFinish } from './race-finish.tsx'
import { RaceVerdict } from './race-verdict.tsx'
import { SaltSection } from './salt-section.tsx'
import { useChainFinding } from './use-chain-finding.ts'
import { WhatHappened } from './what-happened.tsx'
import './verify.css'

interface RaceRecordViewProps {
  record: PublicRaceRecord
  asking: ChainAsking
  /** What can be done with what it proves to have been won. */
  ofWin?: ((win: ProvenWin) => ReactNode) | undefined
  /** What else can be done with the record. */
  children?: ReactNode
}

/** Runs a recorded race again here, and shows how it went. */
export function RaceRecordView(props: RaceRecordViewProps) {
  const { record, asking, ofWin, children } = props
  if ('serverSeed' in record) {
    return (
      <Finished record={record} asking={asking} ofWin={ofWin}>
        {children}
      </Finished>
    )
  }
  return (
    <>
      <NotOver />
      <Claimed record={record} />
      <Numbers open>
        <RaceData record={record} />
        <HowToVerify />
      </Numbers>
      {children}
    </>
  )
}

interface FinishedProps extends RaceRecordViewProps {
  record: FinishedRaceRecord
}

function Finished({ record, asking, ofWin, children }: FinishedProps) {
  const verdict = useMemo(
    () => verifiedRaceRecord(nobleHashes, record),
    [record],
  )
  const { settled, failure } = verdict
  const { found, isContradicted, onAsk } = useChainFinding(record)
  const { saltBlock } = record.gameData
  const askChain = <AskChain asking={asking} onAsk={onAsk} />
  const isProven = failure === undefined && !isContradicted
  const win = raceWin(record, verdict)
  const banner = (
    <RaceVerdict
      record={record}
      verdict={verdict}
      isContradicted={isContradicted}
    />
  )
  return (
    <>
      {settled && isProven ? (
        <>
          <WhatHappened
            details={{ record, outcome: record.outcome }}
            gain={gainOf(settled)}
            drawing={
              'void' in settled.outcome ? null : <DrawnRace settled={settled} />
            }
          >
            {win && ofWin?.(win)}
          </WhatHappened>
          {banner}
        </>
      ) : (
        <>
          {banner}
          <Claimed record={record} />
        </>
      )}
      <Numbers open={!isProven}>
        {saltBlock && (
          <SaltSection saltBlock={saltBlock} found={found.salt}>
            {askChain}
          </SaltSection>
        )}
        <AnchorSection
          record={record}
          isAnchored={verdict.isAnchored}
          found={found.anchor}
          unanchored={asking.unanchored}
        >
          {!saltBlock && askChain}
        </AnchorSection>
        <HowToVerify />
        {settled && <RaceFinish settled={settled} />}
        <RaceData record={record} verdict={verdict} />
      </Numbers>
      {children}
    </>
  )
}

/** Of a bet; a race by itself has no stake. */
function gainOf(settled: SettledRace | SettledRaceBet): Gain | undefined {
  if (!('bet' in settled)) return undefined
  return { staked: settled.bet.amount, paid: settled.outcome.payout }
}

function Claimed({ record }: { record: PublicRaceRecord }) {
  return (
    <Card>
      <GameDetails details={{ record, outcome: record.outcome }} />
    </Card>
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

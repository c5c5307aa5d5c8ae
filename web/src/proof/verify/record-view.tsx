import { type ReactNode, useMemo, useState } from 'react'
import type { ChainClaim } from '#core/evidence/claim.ts'
import { checkWithNode, type RequestNode } from '#core/evidence/on-chain.ts'
import {
  type AnyRecord,
  type Evidence,
  getEvidence,
} from '#core/evidence/record.ts'
import { verify } from '#core/evidence/verify.ts'
import type { RoundPins } from '#core/evidence/verify-round.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { findGame } from '#core/games/registry.ts'
import { Card } from '../../components/card.tsx'
import { FoldedCard } from '../../components/folded-card.tsx'
import { DrawnOutcome } from '../records/drawings.tsx'
import { findWin, type ProvenWin } from '../records/proven-win.ts'
import { ChainSections, type NodeChoice } from './chain-section.tsx'
import { HowToVerify, VerificationData } from './numbers.tsx'
import { RaceFinish } from './race-finish.tsx'
import { EpochPath, RoundDetails } from './round-details.tsx'
import { SportsEvidence, SportsScore } from './sports-details.tsx'
import { VerdictCard } from './verdict-card.tsx'
import { GameDetails, WhatHappened } from './what-happened.tsx'

const NUMBERS = 'All the numbers'

type RecordViewProps = {
  record: AnyRecord
  /** Reads this browser's pins of a round's epoch; undefined without any. */
  getPins: (record: AnyRecord) => RoundPins | undefined
  /** Nodes that may check the record's chain. */
  nodeChoice: NodeChoice
  /** Actions on a proven win. */
  ofWin?: (win: ProvenWin) => ReactNode
  /** Further actions on the record. */
  children?: ReactNode
}

/** Verifies a record of any kind here, and shows every step of it. */
export function RecordView(props: RecordViewProps) {
  const { record, getPins, nodeChoice, ofWin, children } = props
  const [found, setFound] = useState<{ of: AnyRecord; claims: ChainClaim[] }>()
  const onChain = found?.of === record ? found.claims : undefined
  const verified = useMemo(() => {
    const pins = getPins(record)
    const parseTime = Date.parse
    return verify(record, { hashes: nobleHashes, parseTime, pins, onChain })
  }, [record, getPins, onChain])
  const evidence = { ...getEvidence(record), outcome: describeOutcome(record) }
  const onCheck = async (request: RequestNode) => {
    setFound({ of: record, claims: await checkWithNode(request, record) })
  }
  if (typeof verified === 'string') {
    return (
      <>
        {verified === 'open' ? <NotOver {...evidence} /> : <NotReplayed />}
        <Claimed evidence={evidence} />
        <FoldedCard title={NUMBERS} open>
          <VerificationData evidence={evidence} gameData={record.gameData} />
          <HowToVerify />
        </FoldedCard>
        {children}
      </>
    )
  }
  const isContradicted = verified.status === 'contradicted'
  const win = findWin(verified)
  return (
    <>
      {!isContradicted && (
        <WhatHappened
          evidence={evidence}
          gain={verified.gain}
          drawing={
            verified.kind === 'sports' ? (
              <SportsScore record={verified.record} />
            ) : (
              <DrawnOutcome verified={verified} />
            )
          }
        >
          {win && ofWin?.(win)}
        </WhatHappened>
      )}
      <VerdictCard verified={verified} />
      {isContradicted && <Claimed evidence={evidence} />}
      {verified.kind === 'sports' ? (
        <FoldedCard title="Evidence" open={isContradicted}>
          <SportsEvidence record={verified.record} />
        </FoldedCard>
      ) : (
        <FoldedCard title={NUMBERS} open={isContradicted}>
          <ChainSections
            verified={verified}
            choice={nodeChoice}
            onCheck={onCheck}
          />
          <HowToVerify />
          {verified.kind === 'round' ? (
            <RoundDetails verified={verified} />
          ) : (
            verified.replayed && <RaceFinish settled={verified.replayed} />
          )}
          <VerificationData
            evidence={evidence}
            replayedHash={verified.verifiedHash}
            gameData={record.gameData}
          />
          {verified.kind === 'round' && <EpochPath record={verified.record} />}
        </FoldedCard>
      )}
      {children}
    </>
  )
}

/** The outcome as its game words it for this page. */
function describeOutcome({ gameType, gameData, outcome }: AnyRecord): string {
  if (!('outcome' in gameData && 'rulesVersion' in gameData)) return outcome
  const game = findGame({ gameType, rulesVersion: gameData.rulesVersion })
  const { data } = game?.outcome.safeParse(gameData.outcome) ?? {}
  return (data && game?.headline?.(data, outcome)) ?? outcome
}

/** Shows the claimed outcome of a record that is not proven. */
function Claimed({ evidence }: { evidence: Evidence }) {
  return (
    <Card>
      <GameDetails evidence={evidence} />
    </Card>
  )
}

function NotReplayed() {
  return (
    <Card>
      <h2 className="text-title">Not verified yet</h2>
      <p className="mt-2">
        This record is missing a seed or the nonce, so the round can’t be
        replayed. A round’s server seed stays secret until the round has ended.
      </p>
    </Card>
  )
}

function NotOver({ kind }: Evidence) {
  return (
    <Card role="status">
      <h2 className="text-title">
        This {kind === 'race' ? 'race' : 'round'} is not over yet
      </h2>
      <p className="mt-2">
        The house has committed to its server seed and keeps it secret until{' '}
        {kind === 'race'
          ? 'the race starts. Then this record shows the seed and the salt, and you can rerun the race here.'
          : 'the round ends. Then this record shows the seeds and every draw, and you can verify it.'}{' '}
        Until then, you can only see the commitment below.
      </p>
    </Card>
  )
}

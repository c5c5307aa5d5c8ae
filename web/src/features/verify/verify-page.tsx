import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router-dom'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  type ShownRecord,
  type VerificationRecord,
  verificationRecord,
} from '#core/schemas/verification-record.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Card } from '../../components/card.tsx'
import { Notice } from '../../components/notice.tsx'
import { ApiError } from '../../lib/api-client.ts'
import { sharedPinStore } from '../../lib/fairness/shared-pin-store.ts'
import { firstGamePath } from '../../lib/first-game-path.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { checkedRecord, type Seen } from './checked-record.ts'
import { DrawTable } from './draw-table.tsx'
import { GameDetails } from './game-details.tsx'
import { HowToVerify } from './how-to-verify.tsx'
import { recordQuery } from './record-query.ts'
import { RecordSkeleton } from './record-skeleton.tsx'
import { VerdictBanner } from './verdict-banner.tsx'
import { VerificationData } from './verification-data.tsx'
import './verify.css'

/** /verify/:id, for anyone who has the link. */
export function VerifyPage() {
  const { id = '' } = useParams()
  const record = useQuery(recordQuery(id))
  usePageTitle('Game Verification')

  if (record.isError && !isNotFound(record.error)) {
    return (
      <Notice mood="error" title="The record could not be loaded">
        <p className="text-soft">
          {record.error instanceof ApiError
            ? `Nothing is lost: the round and its proof are kept. ${record.error.message}`
            : 'The house did not answer, or answered with something that is no record of a round.'}
        </p>
        <Button variant="action" onClick={() => void record.refetch()}>
          Try again
        </Button>
      </Notice>
    )
  }
  if (record.isError) {
    return (
      <Notice mood="lost" title="Game verification data not found">
        <p className="text-soft">
          No round has this code. Is the link complete?
        </p>
        <BackToGames />
      </Notice>
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-5xl grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-display">Game Verification</h1>
        <BackToGames />
      </header>
      {record.isPending ? (
        <RecordSkeleton />
      ) : (
        <Verification record={record.data} />
      )}
    </div>
  )
}

function Verification({ record }: { record: ShownRecord }) {
  const checked = useMemo(() => {
    const whole = verificationRecord.safeParse(record).data
    return whole && checkedRecord(nobleHashes, whole, seenHere(whole))
  }, [record])
  return (
    <>
      {checked ? (
        <VerdictBanner checked={checked} record={record} />
      ) : (
        <NotReplayed />
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <GameDetails record={record} />
        <HowToVerify />
      </div>
      {checked && <DrawTable record={record} checked={checked} />}
      <VerificationData record={record} checked={checked} />
    </>
  )
}

/** Neither successful nor failed: something that a replay needs is missing. */
function NotReplayed() {
  return (
    <Card>
      <h2 className="text-title">Not verified yet</h2>
      <p className="mt-2">
        This record lacks a seed or the nonce, so nobody can replay the round. A
        round keeps its server seed secret until it has ended.
      </p>
    </Card>
  )
}

function BackToGames() {
  return (
    <Link to={firstGamePath} className={buttonClass('plain')}>
      Back to Games
    </Link>
  )
}

function isNotFound(error: Error): boolean {
  return error instanceof ApiError && [400, 404].includes(error.status)
}

/** What this browser pinned and noted while the round was played, if it was here. */
function seenHere({ nonce, gameData }: VerificationRecord): Seen | undefined {
  const store = sharedPinStore(gameData.player)
  const pin = store.pin(gameData.epoch)
  return pin && { ...pin, betAtNonce: store.betAt(nonce) }
}

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { isSportsRecord } from '#core/api/sports.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Notice } from '../../components/notice.tsx'
import { firstGamePath } from '../../games/shared/first-game-path.ts'
import { ApiError } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { sharedPinStore } from '../fairness/verifier/pin-store.ts'
import type { Seen } from '../records/checked-record.ts'
import { recordQuery } from '../records/record-query.ts'
import { ShareWin } from '../share-card/share-win.tsx'
import { AnyRecordView } from './any-record-view.tsx'
import { CheckWithoutUs } from './check-without-us.tsx'
import { RecordSkeleton } from './record-skeleton.tsx'
import { SportsRecordExtras } from './sports-record-extras.tsx'
import { useSiteAsking } from './use-site-asking.ts'

/** /verify/:id, for anyone who has the link. */
export function VerifyPage() {
  const { id = '' } = useParams()
  const record = useQuery(recordQuery(id))
  const asking = useSiteAsking()

  if (record.isError && !isNotFound(record.error)) {
    return (
      <Notice mood="error" title="The record could not be loaded">
        <p className="text-soft">
          {errorMessage(
            record.error,
            'The server did not answer with a record of this round.',
          )}{' '}
          Nothing is lost: the round and its proof are kept.
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
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-display max-sm:text-title">Game Verification</h1>
        <BackToGames />
      </header>
      {record.isPending ? (
        <RecordSkeleton />
      ) : (
        <AnyRecordView
          record={record.data}
          seenHere={seenHere}
          asking={asking}
          ofWin={(win) => <ShareWin win={win} />}
        >
          {isSportsRecord(record.data) ? (
            <SportsRecordExtras record={record.data} />
          ) : (
            <CheckWithoutUs record={record.data} />
          )}
        </AnyRecordView>
      )}
    </div>
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
function seenHere({
  id,
  nonce,
  gameData,
}: VerificationRecord): Seen | undefined {
  const { player } = gameData
  const store = sharedPinStore(player)
  const pin = store.pin(gameData.epoch)
  const betAtNonce = store.betAt(nonce)
  const nonceOfBet = store.nonceOf(id, nonce)
  return (
    pin && {
      ...pin,
      betAtNonce,
      nonceOfBet,
      blocks: store.blocks(),
    }
  )
}

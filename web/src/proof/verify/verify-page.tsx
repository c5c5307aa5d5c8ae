import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { type AnchorsState, readAnchors } from '#core/api/anchors.ts'
import { isSportsRecord } from '#core/api/sports.ts'
import { isRaceRecord } from '#core/evidence/race-record.ts'
import type { AnyRecord } from '#core/evidence/record.ts'
import type { RoundPins } from '#core/evidence/verify-round.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { firstGamePath } from '../../games/shared/first-game-path.ts'
import { call, isRefusal } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { sharedPinStore } from '../fairness/verifier/pin-store.ts'
import { recordQuery } from '../records/record-query.ts'
import { ShareWin } from '../share-card/share-win.tsx'
import { createNode, type NodeChoice } from './chain-section.tsx'
import { CheckWithoutUs, KeepEvidence } from './keep-record.tsx'
import { RecordView } from './record-view.tsx'

/** /verify/:id, a public page. */
export function VerifyPage() {
  const { id = '' } = useParams()
  const record = useQuery(recordQuery(id))
  const nodeChoice = useNodeChoice()

  if (record.isError && !isNotFound(record.error)) {
    return (
      <Notice mood="error" title="The record could not be loaded">
        <p className="text-soft">
          {errorMessage(
            record.error,
            'The server didn’t send a record of this round.',
          )}{' '}
          Nothing is lost: the round and its proof are stored.
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
        <RecordView
          record={record.data}
          getPins={getPins}
          nodeChoice={nodeChoice}
          ofWin={(win) => <ShareWin win={win} />}
        >
          {isSportsRecord(record.data) ? (
            <KeepEvidence record={record.data} />
          ) : (
            <CheckWithoutUs record={record.data} />
          )}
        </RecordView>
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

/** False for a 404 of a proxy, which knows nothing of records. */
function isNotFound(error: Error): boolean {
  return isRefusal(error, 'record_unknown', 'request_unreadable')
}

/** Returns what this browser stored while it played the round, if it did. */
function getPins(record: AnyRecord): RoundPins | undefined {
  if (isRaceRecord(record) || isSportsRecord(record)) return undefined
  const { id, nonce, gameData } = record
  const store = sharedPinStore(gameData.player)
  const pin = store.pin(gameData.epoch)
  if (!pin || nonce === undefined) return undefined
  return {
    ...pin,
    betAtNonce: store.getBet(nonce),
    nonceOfBet: store.findNonce(id, nonce),
    blocks: store.blocks(),
  }
}

const THROUGH_SITE = [createNode('/api/rpc', 'through this site')]

/** Nodes that a page of the site may use, and whether the site anchors at all. */
function useNodeChoice(): NodeChoice {
  const { data: state } = useQuery({
    queryKey: [readAnchors.path],
    queryFn: () => call(readAnchors),
    retry: false,
  })
  const unanchored = state && unanchoredText(state)
  return { nodes: THROUGH_SITE, isOpen: false, unanchored }
}

function unanchoredText({ everySeconds, isOn, reason }: AnchorsState): string {
  if (!isOn) return `Nothing is anchored on this site. ${reason}`
  const minutes = Math.ceil(everySeconds / 60)
  const often = `every ${minutes === 1 ? 'minute' : `${minutes} minutes`}`
  return `Roots of active players are anchored ${often} at most, and this one is not there yet.${reason ? ` ${reason}` : ''}`
}

/** Placeholder while the record is fetched. */
function RecordSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading the record…</span>
      <Skeleton className="h-40" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
      <Skeleton className="h-48" />
      <Skeleton className="h-96" />
    </div>
  )
}

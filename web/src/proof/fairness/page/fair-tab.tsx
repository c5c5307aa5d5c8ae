import type { Restore } from '#core/api/fairness.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { Button } from '../../../components/button.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { formatDay } from '../../../lib/format.ts'
import { pagePath } from '../../../lib/page-path.ts'
import { useFairnessState } from '../verifier/fairness-provider.tsx'
import { ClientSeedForm } from './client-seed-form.tsx'
import { EpochProgress } from './epoch-progress.tsx'
import { GameHashes } from './game-hashes.tsx'
import { OtherSeed } from './other-seed.tsx'
import './fair-tab.css'
import { pollMs } from '../../../session/refresh.ts'

/** The drawer's 'Provably Fair' tab. */
export function FairTab() {
  return (
    <div className="grid gap-6">
      <GameHashes />
      <section>
        <h3 className="text-lead">How It Works</h3>
        <p className="mt-2">
          Before you bet, the house has put the server seeds of your next{' '}
          {EPOCH_SIZE} rounds into sealed envelopes and shown the seal of all of
          them. Your browser keeps that seal, and only then adds a client seed
          of its own. Both seeds and the round's number give the result, and
          when the round ends your browser opens its envelope and replays it.
        </p>
        <p className="mt-2">
          <a href={pagePath('/fairness')} target="_blank" rel="noreferrer">
            Fairness, step by step
          </a>
        </p>
      </section>
      <section className="grid gap-4">
        <h3 className="text-lead">Your seeds</h3>
        <Seeds />
      </section>
    </div>
  )
}

/** Explains the new root and round number after a restore. */
function RestoredSeeds({ epoch, at, reason }: Restore) {
  return (
    <p>
      On {formatDay(at)} the casino was restored from a backup: “{reason}” Your
      rounds have had new server seeds from epoch {epoch} on.
    </p>
  )
}

function Seeds() {
  const { data, isError, refetch } = useFairnessState({
    refetchInterval: pollMs.fairness,
    refetchOnMount: 'always',
  })
  if (data) {
    return (
      <>
        <EpochProgress state={data} />
        {data.restore && <RestoredSeeds {...data.restore} />}
        <ClientSeedForm current={data.clientSeed} />
        <OtherSeed state={data} />
      </>
    )
  }
  if (!isError) return <Skeleton className="h-48" />
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>Your seeds could not be loaded. They are kept by the house.</p>
      <Button size="small" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { FairnessState } from '#core/api/fairness.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { Button } from '../../../components/button.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { OwnBetLink, ownBetsQuery } from '../../../games/shared/bet-link.tsx'
import { formatDay } from '../../../lib/format.ts'
import { pagePath } from '../../../lib/page-path.ts'
import {
  useFairness,
  useFairnessState,
} from '../verifier/fairness-provider.tsx'
import { ClientSeedForm, OtherSeed } from './client-seed.tsx'

/** The drawer's 'Provably Fair' tab. */
export function FairTab() {
  return (
    <div className="grid gap-6">
      <GameHashes />
      <section>
        <h3 className="text-lead">How It Works</h3>
        <p className="mt-2">
          Before you bet, the house puts the server seeds of your next{' '}
          {EPOCH_SIZE} rounds into sealed envelopes and shows one seal for all
          of them. Your browser saves that seal, and only then adds a client
          seed of its own. Both seeds and the round number decide the result.
          When the round ends, your browser opens its envelope and replays it.
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

/** Lists recent bets, each with a link to its proof. */
function GameHashes() {
  const bets = useQuery(ownBetsQuery(useFairness().player))
  return (
    <section aria-label="Recent Game Hashes">
      <h3 className="text-lead">Recent Game Hashes</h3>
      <div className="well mt-2 h-[200px] overflow-y-auto">
        {bets.isPending && <Skeleton className="m-3 h-24" />}
        {bets.isError && (
          <p className="p-4 text-soft">
            The list could not be loaded. We’ll keep trying.
          </p>
        )}
        {bets.data?.length === 0 && (
          <p className="p-4 text-soft">
            No rounds yet. Play one, and its proof shows up here.
          </p>
        )}
        <ul>
          {bets.data?.map((bet) => (
            <li key={bet.id}>
              <OwnBetLink bet={bet} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Seeds() {
  const { data, isError, refetch } = useFairnessState({
    refetchInterval: 5_000,
    refetchOnMount: 'always',
  })
  if (data) {
    return (
      <>
        <EpochProgress state={data} />
        {data.restore && (
          <p>
            On {formatDay(data.restore.at)} the casino was restored from a
            backup: “{data.restore.reason}” Your rounds use new server seeds
            starting with epoch {data.restore.epoch}.
          </p>
        )}
        <ClientSeedForm current={data.clientSeed} />
        <OtherSeed state={data} />
      </>
    )
  }
  if (!isError) return <Skeleton className="h-48" />
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>Your seeds could not be loaded. They’re safe on our server.</p>
      <Button size="small" onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}

/** Shows the commitment of the next round and the progress of the epoch. */
function EpochProgress({ state }: { state: FairnessState }) {
  const played = state.nonce % EPOCH_SIZE
  const hashes = {
    "Next round's commitment": state.nextServerSeedHash,
    [`Root of epoch ${state.epoch}, pinned here`]: state.root,
  }
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {Object.entries(hashes).map(([name, hash]) => (
        <div key={name}>
          <dt className="text-small text-soft">{name}</dt>
          <dd className="hex" title={hash}>
            {hash.slice(0, 16)}…
          </dd>
        </div>
      ))}
      <div className="sm:col-span-2">
        <dt className="text-small text-soft">Rounds played in this epoch</dt>
        <dd className="mt-1 flex items-center gap-3">
          <meter
            className="epoch-meter"
            min={0}
            max={EPOCH_SIZE}
            value={played}
            aria-label="Rounds played in this epoch"
          />
          {played} of {EPOCH_SIZE}
        </dd>
      </div>
    </dl>
  )
}

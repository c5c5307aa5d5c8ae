import type { FairnessState } from '#core/api/fairness.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'

/** What is fixed already: the next seed's hash, and how far the epoch is. */
export function EpochProgress({ state }: { state: FairnessState }) {
  const played = state.nonce % EPOCH_SIZE
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      <div>
        <dt className="text-small text-soft">Next round's commitment</dt>
        <dd className="hex" title={state.nextServerSeedHash}>
          {state.nextServerSeedHash.slice(0, 16)}…
        </dd>
      </div>
      <div>
        <dt className="text-small text-soft">
          Root of epoch {state.epoch}, pinned here
        </dt>
        <dd className="hex" title={state.root}>
          {state.root.slice(0, 16)}…
        </dd>
      </div>
      <div className="sm:col-span-2">
        <dt className="text-small text-soft">Rounds of this epoch played</dt>
        <dd className="mt-1 flex items-center gap-3">
          <meter
            className="epoch-meter"
            min={0}
            max={EPOCH_SIZE}
            value={played}
            aria-label="Rounds of this epoch played"
          />
          {played} of {EPOCH_SIZE}
        </dd>
      </div>
    </dl>
  )
}

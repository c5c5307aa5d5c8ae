import type { FairnessState } from '#core/api/fairness.ts'
import { Button } from '../../../components/button.tsx'
import { useFairness } from '../verifier/fairness-provider.tsx'
import { useSeedChange } from './use-seed-change.ts'

/** Where two browsers of one player have a seed each: which counts, and the other. */
export function OtherSeed({ state }: { state: FairnessState }) {
  const { seedChoice } = useFairness()
  const change = useSeedChange()
  const { isOurs, other } = seedChoice(state) ?? {}
  if (other === undefined) return null
  return (
    <div className="well grid justify-items-start gap-3 p-4">
      <p className="text-small">
        {isOurs
          ? 'This browser plays by a seed of its own, not by that of your other browser. Rounds by the other one show a weaker proof here, since only a seed made here is sure to be yours.'
          : 'Your next round is played by a seed of another browser of yours: it shows a weaker proof here. By a seed of this one it is proven in full.'}
      </p>
      <Button
        size="small"
        pending={change.isPending}
        onClick={() => change.mutate(other)}
      >
        {isOurs ? 'Play by the other one' : 'Play by the seed of this one'}
      </Button>
    </div>
  )
}

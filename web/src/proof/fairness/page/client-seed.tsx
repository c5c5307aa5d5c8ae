import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  clientSeed as clientSeedSchema,
  type FairnessState,
} from '#core/api/fairness.ts'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { errorMessage } from '../../../lib/error-message.ts'
import { randomClientSeed } from '../../../lib/random-seed.ts'
import { toast } from '../../../lib/toast.ts'
import { useFairness } from '../verifier/fairness-provider.tsx'

/** Changes the player's client seed. */
export function ClientSeedForm({ current }: { current: string }) {
  const [text, setText] = useState<string>()
  const change = useSeedChange()

  const shown = text ?? current
  const parsed = clientSeedSchema.safeParse(shown)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!parsed.success) return
    change.mutate(parsed.data, { onSuccess: () => setText(undefined) })
  }
  return (
    <form onSubmit={submit} className="flex items-start gap-3">
      <Field
        label="Client seed"
        className="min-w-0 flex-1"
        value={shown}
        onChange={(event) => setText(event.target.value)}
        error={parsed.error?.issues[0]?.message}
        hint="Yours to choose. Open rounds keep theirs."
        autoComplete="off"
      />
      <Button
        aria-label="Pick a random seed"
        onClick={() => setText(randomClientSeed())}
        className="mt-8"
      >
        <DieIcon />
      </Button>
      <Button
        type="submit"
        variant="action"
        pending={change.isPending}
        disabled={!parsed.success || shown === current}
        className="mt-8"
      >
        Change
      </Button>
    </form>
  )
}

/** Offers the seed of the player's other browser, or of this one. */
export function OtherSeed({ state }: { state: FairnessState }) {
  const { seedChoice } = useFairness()
  const change = useSeedChange()
  const { isOurs, other } = seedChoice(state) ?? {}
  if (other === undefined) return null
  return (
    <div className="well grid justify-items-start gap-3 p-4">
      <p className="text-small">
        {isOurs
          ? 'This browser plays with its own seed, not the one from your other browser. Rounds played with the other seed show a weaker proof here, since only a seed made here is sure to be yours.'
          : 'Your next round uses a seed from another browser of yours, so it will show a weaker proof here. With a seed from this browser, it can be fully proven.'}
      </p>
      <Button
        size="small"
        pending={change.isPending}
        onClick={() => change.mutate(other)}
      >
        {isOurs ? 'Use the other seed' : 'Use this browser’s seed'}
      </Button>
    </div>
  )
}

function useSeedChange() {
  const { changeSeed } = useFairness()
  return useMutation({
    mutationFn: changeSeed,
    onSuccess: () =>
      toast({
        title: 'Client seed changed',
        description: 'Your next round will use it.',
      }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: errorMessage(error),
        variant: 'destructive',
      }),
  })
}

function DieIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
      <rect
        x="3"
        y="3"
        width="18"
        height="18"
        rx="5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
      />
      <path
        d="M8 8h.01M16 8h.01M12 12h.01M8 16h.01M16 16h.01"
        stroke="currentColor"
        strokeWidth="3.5"
        strokeLinecap="round"
      />
    </svg>
  )
}

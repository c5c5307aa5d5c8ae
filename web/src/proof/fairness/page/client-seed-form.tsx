import { type FormEvent, useState } from 'react'
import { clientSeed as clientSeedSchema } from '#core/api/fairness.ts'
import { Button } from '../../../components/button.tsx'
import { Field } from '../../../components/field.tsx'
import { randomClientSeed } from '../../../lib/random-seed.ts'
import { useSeedChange } from './use-seed-change.ts'

/** The player's own part of the chance; it can be changed at any time. */
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
        aria-label="Draw a random one"
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

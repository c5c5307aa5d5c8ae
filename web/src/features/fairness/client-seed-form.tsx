import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { clientSeed as clientSeedSchema } from '#core/schemas/fairness.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { useFairness } from '../../lib/fairness/fairness-provider.tsx'
import { useToast } from '../../lib/toast.ts'

/** The player's own part of the chance; it can be changed at any time. */
export function ClientSeedForm({ current }: { current: string }) {
  const { changeSeed } = useFairness()
  const { toast } = useToast()
  const [text, setText] = useState<string>()

  const change = useMutation({
    mutationFn: changeSeed,
    onSuccess: () => {
      setText(undefined)
      toast({
        title: 'Client seed changed',
        description: 'Your next round is played on it.',
      })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: errorMessage(error),
        variant: 'destructive',
      }),
  })

  const shown = text ?? current
  const parsed = clientSeedSchema.safeParse(shown)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (parsed.success) change.mutate(parsed.data)
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
        spellCheck={false}
        autoComplete="off"
      />
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

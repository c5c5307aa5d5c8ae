import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ApiError, isOutcomeOpen } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useToast } from '../../lib/toast.ts'
import { OPERATOR_KEY } from '../operator-api.ts'
import type { Action, ActionInput } from './action.ts'
import { ActionField } from './action-field.tsx'

const REASON_LENGTH_MIN = 3
const REASON_LENGTH_MAX = 500

interface ActionDialogProps {
  action: Action
  open: boolean
  onClose: () => void
}

/** Error texts by field; '' is the form. */
type Problems = Readonly<Record<string, string>>

/** Says what will happen, asks why, and tells a refusal in the API's words. */
export function ActionDialog({ action, open, onClose }: ActionDialogProps) {
  const { title, consequence, verb, isDanger = false, inputs = [] } = action
  const { reasonHint = 'For the audit log.', warning } = action
  const [problems, setProblems] = useState<Problems>({})
  const { isPending, submit } = useSubmit(action, { onClose, setProblems })
  const asked: (ActionInput & { isLong?: boolean; lengthMax?: number })[] = [
    ...inputs,
    {
      name: 'reason',
      label: 'Reason',
      hint: reasonHint,
      isLong: true,
      lengthMax: REASON_LENGTH_MAX,
    },
  ]
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!(isOpen || isPending)) onClose()
      }}
      title={title}
      description={consequence}
    >
      <form className="op-action" noValidate onSubmit={submit}>
        {warning && <p className="op-old">{warning}</p>}
        {asked.map((input) => (
          <ActionField
            key={input.name}
            {...input}
            problem={problems[input.name]}
          />
        ))}
        {problems[''] && (
          <p role="alert" className="op-problem">
            {problems['']}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={isDanger ? 'danger' : 'action'}
            pending={isPending}
          >
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface Outcome {
  onClose: () => void
  setProblems: (problems: Problems) => void
}

function useSubmit(action: Action, { onClose, setProblems }: Outcome) {
  const queryClient = useQueryClient()
  const { toast } = useToast()
  // Two presses can come before the button is drawn disabled.
  const isSent = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: action.send,
    onSuccess: () => {
      onClose()
      toast({ title: action.done })
    },
    onError: (error) => {
      const field = fieldOf(error)
      const input = action.inputs?.find(({ name }) => name === field)
      const text = problemText(error)
      setProblems(
        input
          ? { [input.name]: text.replace(input.name, input.label) }
          : { [field === 'reason' ? field : '']: text },
      )
    },
    onSettled: () => {
      isSent.current = false
      void queryClient.invalidateQueries({ queryKey: [OPERATOR_KEY] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSent.current) return
    const form = new FormData(event.currentTarget)
    const of = (name: string) => String(form.get(name) ?? '').trim()
    const found: Record<string, string> = {}
    for (const { name, label, isOptional, missing } of action.inputs ?? []) {
      if (isOptional || of(name)) continue
      found[name] = missing ?? `${label} is missing.`
    }
    const reason = of('reason')
    if (reason.length < REASON_LENGTH_MIN) {
      found.reason = 'Give a reason of at least three characters.'
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    isSent.current = true
    mutate({ reason, of })
  }
  return { isPending, submit }
}

/** The field that the API refused, where it says so. */
function fieldOf(error: Error): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const [field] = error.problem?.issues?.[0]?.path ?? []
  return field === undefined ? undefined : String(field)
}

function problemText(error: Error): string {
  const message = errorMessage(error, 'No answer came.')
  return isOutcomeOpen(error)
    ? `${message} It may have been done all the same: look at the log before you try again.`
    : message
}

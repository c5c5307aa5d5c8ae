import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { isOutcomeOpen } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import { useToast } from '../../../lib/toast.ts'
import { OPERATOR_PATH } from '../operator-api.ts'
import type { Action } from './action.ts'
import { ActionField } from './action-field.tsx'

const REASON_LENGTH_MIN = 3
const REASON_LENGTH_MAX = 500

interface ActionDialogProps {
  action: Action
  open: boolean
  onClose: () => void
}

/** Says what will happen, asks why, and tells a refusal in the API's words. */
export function ActionDialog({ action, open, onClose }: ActionDialogProps) {
  const { title, consequence, verb, isDanger = false, inputs = [] } = action
  const { reasonHint = 'For the audit log.' } = action
  const [problem, setProblem] = useState<string>()
  const { isPending, submit } = useSubmit(action, { onClose, setProblem })
  const problemId = useId()
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
        {inputs.map((input) => (
          <ActionField key={input.name} {...input} />
        ))}
        <ActionField
          name="reason"
          label="Reason"
          hint={reasonHint}
          isLong
          lengthMax={REASON_LENGTH_MAX}
          problemId={problem ? problemId : undefined}
        />
        {problem && (
          <p id={problemId} role="alert" className="op-problem">
            {problem}
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
  setProblem: (problem: string | undefined) => void
}

function useSubmit(action: Action, { onClose, setProblem }: Outcome) {
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
    onError: (error) => setProblem(problemText(error)),
    onSettled: () => {
      isSent.current = false
      void queryClient.invalidateQueries({ queryKey: [OPERATOR_PATH] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSent.current) return
    const form = new FormData(event.currentTarget)
    const of = (name: string) => String(form.get(name) ?? '').trim()
    const missing = (action.inputs ?? []).find(
      ({ name, isOptional }) => !(isOptional || of(name)),
    )
    if (missing) return setProblem(`${missing.label} is missing.`)
    const reason = of('reason')
    if (reason.length < REASON_LENGTH_MIN) {
      return setProblem('Give a reason of at least three characters.')
    }
    setProblem(undefined)
    isSent.current = true
    mutate({ reason, of })
  }
  return { isPending, submit }
}

function problemText(error: Error): string {
  const message = errorMessage(error, 'No answer came.')
  return isOutcomeOpen(error)
    ? `${message} It may have been done all the same: look at the log before you try again.`
    : message
}

import {
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from 'react'
import { assert } from '#core/assert.ts'
import { Button } from '../components/button.tsx'
import type { ButtonVariant } from '../components/button-class.ts'
import { Dialog } from '../components/dialog.tsx'
import { ErrorText } from '../components/error-text.tsx'
import { ApiError, isOutcomeOpen, isRefusal } from '../lib/call.ts'
import { errorMessage } from '../lib/error-message.ts'
import { toast } from '../lib/toast.ts'
import { Warning } from './panel.tsx'
import { OPERATOR_KEY } from './queries.ts'

/** An input of an action's form, in addition to the reason. */
type ActionInput = {
  name: string
  label: string
  initial?: string
  /** Error text while it is empty. */
  missing?: string
  hint?: string
  inputMode?: 'numeric' | 'decimal'
  /** Values to choose from; any text when left out. */
  options?: readonly string[]
  isOptional?: boolean
}

type Answers = {
  reason: string
  /** Returns the answer to an input, without spaces around it. */
  of: (name: string) => string
}

/** An operator's action, confirmed with a reason. */
export type Action = {
  title: string
  /** Explains the effect, in a sentence or two. */
  consequence: string
  /** Warning against a likely mistake. */
  warning?: string | undefined
  verb: string
  isDanger?: boolean
  inputs?: readonly ActionInput[]
  /** Explains where the reason is shown; by default in the audit log. */
  reasonHint?: string
  send: (answers: Answers) => Promise<unknown>
  /** A query of players that shows the change. */
  changes?: QueryKey
  /** Title of the toast afterwards. */
  done: string
}

const OpenAction = createContext<((action: Action) => void) | null>(null)

/** The dialog of all actions; stays open while rows below it change. */
export function ActionDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<{ action: Action; number: number }>()
  const [isOpen, setOpen] = useState(false)
  const open = (action: Action) => {
    setOpened((before) => ({ action, number: (before?.number ?? 0) + 1 }))
    setOpen(true)
  }
  return (
    <OpenAction value={open}>
      {children}
      {opened && (
        <ActionDialog
          key={opened.number}
          action={opened.action}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </OpenAction>
  )
}

type ActionButtonProps = {
  action: Action
  /** Names the row for screen readers. */
  of?: string
  variant?: ButtonVariant
  children: ReactNode
}

/** Opens the dialog of an action. */
export function ActionButton(props: ActionButtonProps) {
  const { action, of, variant, children } = props
  const openAction = useContext(OpenAction)
  assert(openAction !== null, 'action buttons are inside of ActionDialogs')
  return (
    <Button
      size="small"
      {...(variant && { variant })}
      onClick={() => openAction(action)}
    >
      {children} {of && <span className="sr-only">{of}</span>}
    </Button>
  )
}

const REASON_LENGTH_MIN = 3
const REASON_LENGTH_MAX = 500

type ActionDialogProps = {
  action: Action
  open: boolean
  onClose: () => void
}

/** Error texts by field; '' is the form. */
type Problems = Readonly<Record<string, string>>

/** States the consequence, requires a reason, and shows the API's error message. */
function ActionDialog({ action, open, onClose }: ActionDialogProps) {
  const { title, consequence, verb, isDanger = false, inputs = [] } = action
  const { reasonHint = 'For the audit log.', warning } = action
  const [problems, setProblems] = useState<Problems>({})
  const { isPending, submit } = useSubmit(action, { onClose, setProblems })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!(isOpen || isPending)) onClose()
      }}
      title={title}
      description={consequence}
    >
      <form className="grid gap-3.5" noValidate onSubmit={submit}>
        {warning && <Warning className="rounded-flat">{warning}</Warning>}
        {inputs.map((input) => (
          <ActionField
            key={input.name}
            {...input}
            problem={problems[input.name]}
          />
        ))}
        <ActionField
          name="reason"
          label="Reason"
          hint={reasonHint}
          lengthMax={REASON_LENGTH_MAX}
          problem={problems.reason}
        />
        <ErrorText>{problems['']}</ErrorText>
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

type ActionFieldProps = ActionInput & {
  /** True for several lines. */
  lengthMax?: number
  /** Text of its error. */
  problem: string | undefined
}

function ActionField(props: ActionFieldProps) {
  const { name, label, initial = '', hint, inputMode, options } = props
  const { isOptional = false, lengthMax, problem } = props
  const id = useId()
  const noteId = `${id}-note`
  const common = {
    id,
    name,
    defaultValue: initial,
    'aria-invalid': Boolean(problem),
    'aria-describedby': noteId,
    className: 'op-input min-h-11 w-full py-2 text-base',
  }
  const typed = { ...common, required: !isOptional }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-display font-medium">
        {label}
      </label>
      {options && (
        <select {...common}>
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
      {lengthMax && <textarea rows={2} maxLength={lengthMax} {...typed} />}
      {!(options || lengthMax) && (
        <input inputMode={inputMode} autoComplete="off" {...typed} />
      )}
      <p
        id={noteId}
        role={problem && 'alert'}
        className={
          problem ? 'font-bold text-bubblegum-text' : 'text-small text-soft'
        }
      >
        {problem ?? hint}
      </p>
    </div>
  )
}

type Outcome = {
  onClose: () => void
  setProblems: (problems: Problems) => void
}

function useSubmit(action: Action, { onClose, setProblems }: Outcome) {
  const queryClient = useQueryClient()
  // A second press can arrive before the button renders disabled.
  const isSent = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: action.send,
    onSuccess: () => {
      onClose()
      toast({ title: action.done })
    },
    onError: (error) => setProblems(toProblems(error, action.inputs)),
    onSettled: () => {
      isSent.current = false
      for (const queryKey of [[OPERATOR_KEY], action.changes]) {
        if (queryKey) void queryClient.invalidateQueries({ queryKey })
      }
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

/** Refusals with a 503 that are certain to have changed nothing. */
const BEFORE_START = [
  'checks_busy',
  'deposits_off',
  'sweep_account_missing',
  'too_busy',
] as const

/** Assigns an error to the field that the API names, otherwise to the form. */
function toProblems(
  error: Error,
  inputs: readonly ActionInput[] = [],
): Problems {
  const message = errorMessage(error, 'No response.')
  const mayBeDone = isOutcomeOpen(error) && !isRefusal(error, ...BEFORE_START)
  const text = mayBeDone
    ? `${message} It may have gone through anyway. Check the log before you try again.`
    : message
  const problem = error instanceof ApiError ? error.problem : undefined
  const field = String(problem?.issues?.[0]?.path[0] ?? '')
  const input = inputs.find(({ name }) => name === field)
  if (input) return { [field]: text.replace(field, input.label) }
  return { [field === 'reason' ? field : '']: text }
}

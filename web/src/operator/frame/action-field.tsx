import { useId } from 'react'
import type { ActionInput } from './action.ts'

interface ActionFieldProps extends ActionInput {
  /** Several lines of text. */
  isLong?: boolean
  lengthMax?: number
  /** Text of its error. */
  problem?: string | undefined
}

/** One input of an action's form. */
export function ActionField(props: ActionFieldProps) {
  const { name, label, initial = '', hint, inputMode, options } = props
  const { isLong = false, isOptional = false, lengthMax, problem } = props
  const id = useId()
  const noteId = `${id}-note`
  const common = {
    id,
    name,
    defaultValue: initial,
    'aria-invalid': Boolean(problem),
    'aria-describedby': noteId,
    className: 'op-input',
  }
  const typed = { ...common, required: !isOptional, maxLength: lengthMax }
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
      {isLong && <textarea rows={2} {...typed} />}
      {!(options || isLong) && (
        <input inputMode={inputMode} autoComplete="off" {...typed} />
      )}
      <p
        id={noteId}
        role={problem && 'alert'}
        className={problem ? 'op-problem' : 'text-small text-soft'}
      >
        {problem ?? hint}
      </p>
    </div>
  )
}

import { useId } from 'react'
import type { ActionInput } from './action.ts'

interface ActionFieldProps extends ActionInput {
  /** Several lines of text. */
  isLong?: boolean
  lengthMax?: number
  /** Of the text that tells what is wrong with it. */
  problemId?: string | undefined
}

/** One input of an action's form. */
export function ActionField(props: ActionFieldProps) {
  const { name, label, initial = '', hint, inputMode, options } = props
  const { isLong = false, isOptional = false, lengthMax, problemId } = props
  const id = useId()
  const hintId = `${id}-hint`
  const common = {
    id,
    name,
    defaultValue: initial,
    'aria-describedby': problemId ?? (hint && hintId),
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
      {isLong && (
        <textarea rows={2} {...typed} aria-invalid={Boolean(problemId)} />
      )}
      {!(options || isLong) && (
        <input inputMode={inputMode} autoComplete="off" {...typed} />
      )}
      {hint && (
        <p id={hintId} className="text-small text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { classNames } from '../lib/class-names.ts'

type FieldProps = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

/**
 * A labelled input; its error replaces the hint, so the layout is stable. A
 * password can be shown.
 */
export function Field(props: FieldProps) {
  const { label, error, hint, className, type, ...input } = props
  const [isShown, setShown] = useState(false)
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="font-display text-base font-medium">
        {label}
      </label>
      <div
        className={classNames('well flex', error && 'border-bubblegum-text')}
      >
        <input
          id={id}
          type={isShown ? 'text' : type}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId}
          className="h-12 w-full min-w-0 rounded-toy bg-transparent px-4 text-lead outline-none"
          {...input}
        />
        {type === 'password' && (
          <button
            type="button"
            className="rounded-toy px-4 font-display text-small font-semibold text-sky-text"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}{' '}
            <span className="sr-only">password</span>
          </button>
        )}
      </div>
      <div id={noteId} className="min-h-6 text-small">
        {error ? (
          <p role="alert" className="font-bold text-bubblegum-text">
            {error}
          </p>
        ) : (
          hint
        )}
      </div>
    </div>
  )
}

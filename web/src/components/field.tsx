import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  error?: string | undefined
  hint?: ReactNode
}

/** A labelled input; its error takes the hint's place, so nothing moves. */
export function Field({ label, error, hint, className, ...input }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={classNames('grid gap-1.5', className)}>
      <label htmlFor={id} className="font-display text-base font-medium">
        {label}
      </label>
      <div className={classNames('well', error && 'border-bubblegum-text')}>
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId}
          className="h-12 w-full rounded-toy bg-transparent px-4 text-lead outline-none"
          {...input}
        />
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

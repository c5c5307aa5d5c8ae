import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'

interface SmallFieldProps {
  label: string
  isWrong?: boolean
  /** What is chosen or typed, under names of its own. */
  children: ReactNode
}

/** A named hollow of half the panel's width. */
export function SmallField({ label, isWrong, children }: SmallFieldProps) {
  return (
    <div className="grid min-w-0 gap-1">
      <span aria-hidden="true" className="text-small text-soft">
        {label}
      </span>
      <div
        className={classNames(
          'well small-field',
          isWrong && 'border-bubblegum-text',
        )}
      >
        {children}
      </div>
    </div>
  )
}

export interface SmallInputProps {
  label: string
  value: string
  isWrong: boolean
  placeholder?: string
  onChange: (value: string) => void
}

/** A number, as text: what a number field can not read it tells as nothing. */
export function SmallInput({
  label,
  value,
  isWrong,
  placeholder,
  onChange,
}: SmallInputProps) {
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={value}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value.trim())}
      className="small-input"
    />
  )
}

interface SmallSelectProps<T extends string> {
  label: string
  value: T
  /** Values with what they are called. */
  choices: readonly (readonly [T, string])[]
  onChange: (value: T) => void
}

export function SmallSelect<T extends string>(props: SmallSelectProps<T>) {
  const { label, value, choices, onChange } = props
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = choices.find(([one]) => one === target.value)
        if (chosen) onChange(chosen[0])
      }}
      className="small-select"
    >
      {choices.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  )
}

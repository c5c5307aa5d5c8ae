interface ChoiceProps {
  label: string
  value: string
  /** Values and how they are called. */
  options: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

/** Narrows down what a panel shows. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <select
      aria-label={label}
      value={value}
      className="op-choice"
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  )
}

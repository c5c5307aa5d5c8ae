import { useId } from 'react'

interface ChoiceChipsProps<T extends string | number> {
  legend: string
  options: readonly { value: T; label: string }[]
  chosen: T
  onChoose: (value: T) => void
}

/** A radio group with all options visible. */
export function ChoiceChips<T extends string | number>(
  props: ChoiceChipsProps<T>,
) {
  const { legend, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-display font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center rounded-pill border-3 border-outline bg-raised px-3.5 font-display font-semibold has-checked:bg-sun has-checked:text-on-toy has-focus-visible:outline-3 has-focus-visible:outline-sky-text has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

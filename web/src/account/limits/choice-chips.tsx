import { useId } from 'react'

interface ChoiceChipsProps<T extends string | number> {
  legend: string
  options: readonly { value: T; label: string }[]
  chosen: T
  onChoose: (value: T) => void
}

/** One choice out of few, all of them in sight. */
export function ChoiceChips<T extends string | number>(
  props: ChoiceChipsProps<T>,
) {
  const { legend, options, chosen, onChoose } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-display font-medium">{legend}</legend>
      <div className="choice-chips">
        {options.map(({ value, label }) => (
          <label key={value}>
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

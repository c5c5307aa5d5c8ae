import { useId } from 'react'
import type { Choice } from './chosen-games.ts'

interface GameFiltersProps {
  choice: Choice
  days: readonly string[]
  onChoose: (choice: Choice) => void
}

/** A search by team, and a day. */
export function GameFilters({ choice, days, onChoose }: GameFiltersProps) {
  const id = useId()
  return (
    <search className="flex min-w-0 items-center gap-2">
      <div className="well min-w-32 flex-[0_1_13rem]">
        <label htmlFor={id} className="sr-only">
          Find a team
        </label>
        <input
          id={id}
          type="search"
          placeholder="Team"
          value={choice.team}
          onChange={({ target }) => onChoose({ ...choice, team: target.value })}
          className="h-10 w-full min-w-0 bg-transparent px-3 outline-none"
        />
      </div>
      <fieldset aria-label="Day" className="day-chips">
        {['', ...days].map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={choice.day === day}
            onClick={() => onChoose({ ...choice, day })}
            className="day-chip"
          >
            {day || 'All days'}
          </button>
        ))}
      </fieldset>
    </search>
  )
}

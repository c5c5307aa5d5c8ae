import type { FormEvent } from 'react'
import { Button } from '../../../components/button.tsx'

interface SearchProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Looks for a text once it is sent. */
export function Search({ label, value, onSearch }: SearchProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = new FormData(event.currentTarget).get('text')
    onSearch(String(text ?? '').trim())
  }
  return (
    <search>
      <form className="op-search" onSubmit={submit}>
        <input
          key={value}
          type="search"
          name="text"
          aria-label={label}
          placeholder={label}
          defaultValue={value}
          maxLength={64}
          className="op-choice"
        />
        <Button type="submit" size="small">
          Find
        </Button>
      </form>
    </search>
  )
}

import { fireEvent, screen } from '@testing-library/react'

/** Fields of an autobet by their names, with what is typed or chosen. */
type Fields = Readonly<Record<string, string>>

/** Opens the tab for autobets and fills its fields in. */
export function setUpAutobet(fields: Fields = {}): void {
  const tab = screen.getByRole('tab', { name: 'Auto' })
  fireEvent.mouseDown(tab, { button: 0 })
  for (const [name, value] of Object.entries(fields)) {
    fireEvent.change(fieldOf(name), { target: { value } })
  }
}

export function startAutobet(fields: Fields = {}): void {
  setUpAutobet(fields)
  fireEvent.click(screen.getByRole('button', { name: 'Start autobet' }))
}

export const stopButton = () => screen.queryByRole('button', { name: 'Stop' })

function fieldOf(name: string): HTMLElement {
  return (
    screen.queryByRole('combobox', { name }) ??
    screen.queryByRole('textbox', { name }) ??
    screen.getByRole('spinbutton', { name })
  )
}

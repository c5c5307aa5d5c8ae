import { fireEvent, screen } from '@testing-library/react'

type Name = string | RegExp

export function press(name: Name): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

/** Presses a button once it is there. */
export async function pressSoon(name: Name): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }))
}

/** Fills in the field of a label. */
export function type(label: Name, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

/** Returns where a link leads, once it is there. */
export async function hrefOf(name: Name): Promise<string | null> {
  const link = await screen.findByRole('link', { name })
  return link.getAttribute('href')
}

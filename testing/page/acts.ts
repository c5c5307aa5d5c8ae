import { fireEvent, screen, within } from '@testing-library/react'

type Name = string | RegExp

export function press(name: Name): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

/** Presses a button once it appears. */
export async function pressSoon(name: Name): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }))
}

/** Fills in the field of a label. */
export function type(label: Name, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

/** Returns the address of a link once it appears. */
export async function findHref(name: Name): Promise<string | null> {
  const link = await screen.findByRole('link', { name })
  return link.getAttribute('href')
}

/** Returns the text and address of each link in a part of the page. */
export function listLinks(part: HTMLElement) {
  return within(part)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
}

/** Posts a message to the page from one of its frames. */
export function postFromFrame(frame: HTMLIFrameElement, data: unknown): void {
  const source = frame.contentWindow
  fireEvent(window, new MessageEvent('message', { source, data }))
}

import { within } from '@testing-library/react'

/** The links in a part of the page: what each says, and where it leads. */
export function linksIn(part: HTMLElement) {
  return within(part)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
}

import { fireEvent } from '@testing-library/react'

/** Says something as the page in a frame would. */
export function tellFrom(frame: HTMLIFrameElement, data: unknown): void {
  const source = frame.contentWindow
  fireEvent(window, new MessageEvent('message', { source, data }))
}

import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { clearToast } from '../lib/toast.ts'

// jsdom has no popovers, no media queries and no animations.
HTMLElement.prototype.hidePopover = () => undefined
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

afterEach(() => {
  cleanup()
  clearToast()
  localStorage.clear()
})

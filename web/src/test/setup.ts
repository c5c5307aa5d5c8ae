import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { noteSession } from '../lib/session-hint.ts'
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

// Whoever tests a page tests it with a session that may be there.
beforeEach(() => noteSession(true))

afterEach(() => {
  cleanup()
  clearToast()
  localStorage.clear()
})

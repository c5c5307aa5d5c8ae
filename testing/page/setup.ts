import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { clearToast } from '../../web/src/lib/toast.ts'
import { noteSession } from '../../web/src/session/session-hint.ts'
import { beginTest, endTest } from './late-work.ts'
import { seedChance } from './seeded-chance.ts'

// jsdom has no popovers, no media queries, no canvas and no layout.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
HTMLElement.prototype.hidePopover = () => undefined
HTMLElement.prototype.scrollIntoView = () => undefined
HTMLCanvasElement.prototype.getContext = () => null
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })

// Allows for a busy machine; waits end once their condition holds.
configure({ asyncUtilTimeout: 15_000 })

beforeEach(() => {
  beginTest()
  seedChance()
  // Lets pages expect a session.
  noteSession(true)
})

afterEach(async () => {
  cleanup()
  await endTest()
  clearToast()
  localStorage.clear()
  // Resets choices that modules remember, as a change in another tab does.
  dispatchEvent(new StorageEvent('storage'))
})

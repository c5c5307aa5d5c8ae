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

// As long as a busy machine may take; each wait ends with what it waits for.
configure({ asyncUtilTimeout: 15_000 })

beforeEach(() => {
  beginTest()
  seedChance()
  // Whoever tests a page tests it with a session that may be there.
  noteSession(true)
})

afterEach(async () => {
  cleanup()
  await endTest()
  clearToast()
  localStorage.clear()
  // As another tab would hear of it: choices that modules remember go as well.
  dispatchEvent(new StorageEvent('storage'))
})

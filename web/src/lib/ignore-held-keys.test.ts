import { expect, test } from 'vitest'
import { ignoreHeldKeys } from './ignore-held-keys.ts'

/** Presses a key on an element. @returns whether the browser acts on it. */
function acts(tag: 'button' | 'input' | 'a', key: string, repeat: boolean) {
  const target = document.createElement(tag)
  document.body.append(target)
  const init = { key, repeat, bubbles: true, cancelable: true }
  return target.dispatchEvent(new KeyboardEvent('keydown', init))
}

test('lets a held Enter or Space press a button once, and leaves typing alone', () => {
  ignoreHeldKeys()
  for (const key of ['Enter', ' ']) {
    expect(acts('button', key, false)).toBe(true)
    expect(acts('button', key, true)).toBe(false)
    expect(acts('a', key, true)).toBe(true)
  }
  expect(acts('input', 'Enter', true)).toBe(false)
  expect(acts('input', ' ', true)).toBe(true)
  expect(acts('input', '1', true)).toBe(true)
})

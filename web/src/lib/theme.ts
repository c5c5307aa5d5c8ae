import { persistedSetting } from './persisted-setting.ts'

/** `public/theme.js` reads the same key before the first paint. */
export const theme = persistedSetting('theme', ['system', 'dark', 'light'])

const systemIsLight = () => matchMedia('(prefers-color-scheme: light)')

/** Returns the player's choice, or the system's by default. */
export function shownTheme(): 'dark' | 'light' {
  const choice = theme.get()
  if (choice !== 'system') return choice
  return systemIsLight().matches ? 'light' : 'dark'
}

/** @returns an unsubscribe function. */
export function subscribeTheme(listener: () => void): () => void {
  const system = systemIsLight()
  system.addEventListener('change', listener)
  const stop = theme.subscribe(listener)
  return () => {
    system.removeEventListener('change', listener)
    stop()
  }
}

/** Applies the theme now and on each change. */
export function followTheme(): void {
  subscribeTheme(() => {
    const root = document.documentElement
    root.dataset.theme = shownTheme()
    // Matches the browser's bar to the top bar.
    const panel = getComputedStyle(root)
      .getPropertyValue('--color-panel')
      .trim()
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', panel)
  })
}

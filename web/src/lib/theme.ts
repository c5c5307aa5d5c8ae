import { remembered } from './remembered.ts'

/** `public/theme.js` reads the same key before the first paint. */
export const theme = remembered('theme', ['dark', 'light'])

theme.subscribe(() => {
  document.documentElement.dataset.theme = theme.get()
})

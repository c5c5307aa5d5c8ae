import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// The shell without windows needs a sixth less CPU.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * Finds the Chromium or Chrome of this machine; CHROME_PATH names another one.
 *
 * @returns {string | undefined}
 */
export function findBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.flatMap((folder) =>
    NAMES.map((name) => join(folder, name)),
  )
  const chosen = process.env.CHROME_PATH
  return [...(chosen ? [chosen] : []), ...found, ...PLACES].find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

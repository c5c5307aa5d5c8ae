import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from './find-browser.mjs'
import { LaunchError } from './launch-error.ts'

export const NO_BROWSER =
  'no Chromium or Chrome was found. Install one, or set CHROME_PATH to its program.'

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts the Chromium of this machine, with no window and a fresh profile.
 *
 * @throws LaunchError when there is none
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new LaunchError(`This needs a browser, and ${NO_BROWSER}`)
  }
  return chromium.launch({ executablePath, args: QUIET })
}

import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from './find-browser.mjs'

const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the Chromium of this machine, with no window and a fresh profile. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new Error('No Chromium or Chrome found: name one in CHROME_PATH.')
  }
  return chromium.launch({ executablePath, args: QUIET })
}

import { type Browser, chromium } from 'playwright-core'
import { LaunchError } from '../cli/launch-error.ts'
import { findBrowser } from './find-browser.mjs'

export const NO_BROWSER =
  'no Chromium or Chrome was found. Install one, or set CHROME_PATH to its program.'

/**
 * Playwright's own list, which a second one takes the place of, and last the
 * panels of a window's address bar: each window loads them, nobody sees any,
 * and they took a third of the processor time of a page.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

const QUIET = [
  `--disable-features=${DISABLED_FEATURES.join()}`,
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

import { type Browser, chromium } from 'playwright-core'
import { LaunchError } from '../cli/launch-error.ts'
import { findBrowser } from './find-browser.mjs'

export const NO_BROWSER =
  'no Chromium or Chrome was found. Install one, or set CHROME_PATH to its program.'

/**
 * Playwright's own list, which this one replaces, and the panels of the address bar,
 * which take a third of a page's CPU time.
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
 * Starts Chromium without windows and with a new profile.
 *
 * @throws LaunchError if there is none
 */
export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) {
    throw new LaunchError(`This needs a browser, and ${NO_BROWSER}`)
  }
  return chromium.launch({ executablePath, args: QUIET })
}

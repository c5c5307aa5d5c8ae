import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openBrowser } from '../lib/open-browser.ts'
import { verifyRows } from './verify-browser.ts'

beforeEach(() => {
  vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('CHROME_PATH', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

test('without a browser its row is left out, and that is said', async () => {
  const said = vi.spyOn(console, 'log').mockReturnValue()
  expect(await verifyRows()).toEqual([])
  expect(said).toHaveBeenCalledWith(
    expect.stringMatching(/^verify_browser is left out: no Chromium/),
  )
})

test('what can not do without says what to install', async () => {
  await expect(openBrowser()).rejects.toMatchObject({
    name: 'LaunchError',
    message: expect.stringMatching(/needs a browser.*CHROME_PATH/),
  })
})

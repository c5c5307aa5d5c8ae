import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import { isThirdParty, PRICE_USD } from '#testing/browser/third-parties.ts'

test('third parties are in frames, and pages work without them', async () => {
  const page = await openPage({ complaints: [/net::ERR_/] })
  await page.goto('/gumby')
  await page.getByText(`$${PRICE_USD.toFixed(8)}`).waitFor()
  for (const [path, name] of [
    ['/chart', 'Price chart'],
    ['/swap', 'Token swap'],
  ]) {
    await page.goto(path ?? '')
    const frame = page.frameLocator(`iframe[title="${name}"]`)
    const inner = frame.frameLocator(`iframe[title="${name}"]`)
    await inner.getByText('A third-party page').waitFor()
  }

  await page.route(isThirdParty, (route) => route.abort())
  await page.goto('/chart')
  await page.getByRole('heading', { name: /can’t be reached$/ }).waitFor()
  await page.unroute(isThirdParty)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page
    .frameLocator('iframe[title="Price chart"]')
    .frameLocator('iframe')
    .getByText('A third-party page')
    .waitFor()
})

test('pages without third parties request none, and their policy allows none', async () => {
  const page = await openPage({ complaints: [/Content Security Policy/] })
  const requested: string[] = []
  page.on('request', (request) => {
    if (isThirdParty(new URL(request.url()))) requested.push(request.url())
  })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const isRefused = await page.evaluate(() =>
    fetch('https://moralis.com/').then(
      () => false,
      () => true,
    ),
  )
  expect(isRefused).toBe(true)
  expect(requested).toEqual([])
})

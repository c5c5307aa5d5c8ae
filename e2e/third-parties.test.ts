import { expect, test } from 'vitest'
import { openPage } from '#testing/browser/open-page.ts'
import { isThirdParty, PRICE_USD } from '#testing/browser/third-parties.ts'

const AWAY = /net::ERR_/

test.each([
  ['Charts', 'Price chart', 600],
  ['Swap', 'Token swap', 640],
])('%s embeds a third party', async (title, name, heightPx) => {
  const page = await openPage()
  await page.goto('/gumby')
  await page.getByRole('main').getByRole('heading', { name: title }).waitFor()
  const path = title === 'Charts' ? '/chart' : '/swap'
  await page.getByRole('main').locator(`a[href="${path}"]`).click()
  const frame = page.frameLocator(`iframe[title="${name}"]`)
  await frame
    .frameLocator(`iframe[title="${name}"]`)
    .getByText('A third-party page')
    .waitFor()
  const card = page.locator('.third-party')
  expect((await card.boundingBox())?.height).toBe(heightPx)
})

test('the price comes from a frame', async () => {
  const page = await openPage()
  await page.goto('/gumby')
  await page.getByText(`$${PRICE_USD.toFixed(8)}`).waitFor()
})

test('a page stays whole when its third party is unreachable, and tries again', async () => {
  const page = await openPage({ complaints: [AWAY] })
  await page.route(isThirdParty, (route) => route.abort())
  await page.goto('/chart')
  await page.getByRole('heading', { name: /is out of reach$/ }).waitFor()
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
  const asked: string[] = []
  page.on('request', (request) => {
    if (isThirdParty(new URL(request.url()))) asked.push(request.url())
  })
  for (const path of ['/', '/tokenomics', '/GumbyonSOL', '/privacy']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  const isRefused = await page.evaluate(() =>
    fetch('https://moralis.com/').then(
      () => false,
      () => true,
    ),
  )
  expect(isRefused).toBe(true)
  expect(asked).toEqual([])
})

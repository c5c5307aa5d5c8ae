import { expect, test } from 'vitest'
import * as z from 'zod'
import { openPage } from '#testing/browser/open-page.ts'

const manifest = z.looseObject({
  name: z.string(),
  start_url: z.string(),
  display: z.literal('standalone'),
  icons: z.array(
    z.looseObject({
      src: z.string(),
      sizes: z.string(),
      purpose: z.string().optional(),
    }),
  ),
})

test('the site can be installed, with icons of the stated sizes', async () => {
  const page = await openPage()
  await page.goto('/')
  const href = (rel: string) =>
    page.locator(`link[rel="${rel}"]`).getAttribute('href')
  const answer = await page.request.get((await href('manifest')) ?? '')
  const { icons } = manifest.parse(await answer.json())
  const drawn = icons.filter(({ sizes }) => sizes !== 'any')
  for (const { src, sizes } of drawn) {
    expect(await page.evaluate(readSize, src), src).toBe(sizes)
  }
  const touch = (await href('apple-touch-icon')) ?? ''
  expect(await page.evaluate(readSize, touch)).toBe('180x180')
  expect(drawn.map(({ sizes }) => sizes)).toContain('192x192')
  expect(drawn.map(({ purpose }) => purpose)).toContain('maskable')
})

test('a page opened offline shows a note, then the page; nothing is stored', async () => {
  const page = await openPage({ complaints: [/ERR_INTERNET_DISCONNECTED|503/] })
  await page.goto('/terms')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await page.context().setOffline(true)
  await page.goto('/privacy').catch(() => undefined)
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: /privacy/i }).waitFor()
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})

async function readSize(src: string): Promise<string> {
  const image = new Image()
  image.src = src
  await image.decode()
  return `${image.naturalWidth}x${image.naturalHeight}`
}

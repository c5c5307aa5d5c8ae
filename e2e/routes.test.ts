import { expect, inject, test } from 'vitest'
import { expectFit, expectOpenToAll, WIDTHS_PX } from '#testing/browser/look.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer } from '#testing/browser/player.ts'
import { pageTitle } from '../web/src/app/page-title.ts'
import { pages as entries } from '../web/src/app/pages.ts'

const UNKNOWN_ROUND = '/verify/01890000-0000-7000-9000-000000000000'

test('a visitor who wants to play is led to the login', async () => {
  const page = await openPage()
  await page.goto('/coinflip')
  await page.waitForURL('**/auth')
  await page.getByRole('tab', { name: 'Login' }).waitFor()
})

test('who is signed in needs no login page', async () => {
  const page = await openPage()
  await newPlayer(page)
  await page.goto('/auth')
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.getByRole('link', { name: 'Play Now' }).waitFor()
})

test('/home leads to the slots', async () => {
  const page = await openPage()
  await newPlayer(page)
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Casino Games' }).waitFor()
  await page.getByText('Choose your game and start playing!').waitFor()
  expect(new URL(page.url()).pathname).toBe('/slots')
})

test('on a phone the link of the game that is open shows in full', async () => {
  const width = 360
  const page = await openPage({ viewport: { width, height: 740 } })
  await newPlayer(page)
  await page.goto('/slots')
  for (const name of ['Blackjack', 'Slots']) {
    const link = page.getByRole('link', { name, exact: true })
    await link.click()
    await page.getByRole('region', { name }).waitFor()
    const { x = -1, width: breadth = 0 } = (await link.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + breadth).toBeLessThanOrEqual(width)
  }
})

test('an unknown path says so, and leads home', async () => {
  const page = await openPage()
  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await page
    .getByText('Did you forget to add the page to the router?', { exact: true })
    .waitFor()
  await page.getByRole('link', { name: 'Back home' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
})

test("the API reference shows every route, under the site's own policy", async () => {
  const page = await openPage()
  await page.goto('/docs')
  await page.getByText('POST/api/games/coinflip').waitFor()
  await page.getByText('GET/api/casino-stats').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('"totalBetsPlaced"').first().waitFor()
  for (const width of Object.values(WIDTHS_PX)) await expectFit(page, width)
  await expectOpenToAll(page, 'reference, light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await page.getByText('POST/api/games/coinflip').waitFor()
  await expectOpenToAll(page, 'reference, dark')
  const policy = await page.evaluate(async () => {
    const { headers } = await fetch('/docs')
    return headers.get('Content-Security-Policy')
  })
  expect(policy).toContain("script-src 'self';")
})

test('a round nobody played has no record', async () => {
  const page = await openPage({ complaints: [/404 .* at \/api\/verify\//] })
  await page.goto(UNKNOWN_ROUND)
  await page
    .getByRole('heading', { name: 'Game verification data not found' })
    .waitFor()
})

test.each(entries)(
  'a link to $path is previewed as what it is',
  async (entry) => {
    const site = inject('productUrl')
    const [, aRound = ''] = UNKNOWN_ROUND.split('/verify/')
    const answer = await fetch(site + entry.path.replace(':id', aRound))
    const html = await answer.text()
    const property = (name: string) =>
      new RegExp(`<meta property="og:${name}" content="([^"]+)"`).exec(
        html,
      )?.[1]
    expect(property('title')).toBe(pageTitle(entry.title))
    expect(property('description')).toBe(entry.description)
    const image = await fetch(property('image') ?? '', { method: 'HEAD' })
    expect(image.headers.get('Content-Type')).toBe('image/jpeg')
    expect(Number(image.headers.get('Content-Length'))).toBeLessThan(60_000)
  },
)

test('every link of a visitor leads to a page', async () => {
  const page = await openPage()
  await page.goto('/')
  const links = page.locator('a[href^="/"]')
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  )
  for (const path of new Set(paths)) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const lost = page.getByRole('heading', { name: '404 Page Not Found' })
    expect(await lost.count(), path).toBe(0)
  }
})

import { test } from 'vitest'
import { openLight } from '#testing/browser/look.ts'
import { eachOverlay } from '#testing/browser/overlays.ts'
import { pages } from '#testing/browser/pages.ts'
import { EXTREMES, shoot, USUAL } from './shoot.ts'

const AT_EXTREMES = ['/', '/slots', '/blackjack', '/sports', '/history']

test.each(Object.entries(pages))('%s', async (name, open) => {
  const page = await openLight()
  await open(page)
  const extremes = AT_EXTREMES.includes(name) ? EXTREMES : []
  await shoot(page, { name, sizes: [...USUAL, ...extremes] })
})

test('what lies above a page', async () => {
  const page = await openLight()
  await eachOverlay(page, (name) =>
    shoot(page, { name: `over ${name}`, isInSight: true }),
  )
})

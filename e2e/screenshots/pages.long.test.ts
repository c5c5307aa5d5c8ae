import { test } from 'vitest'
import { openLight } from '#testing/browser/look.ts'
import { eachOverlay } from '#testing/browser/overlays.ts'
import { openFirst, visits } from '#testing/browser/pages.ts'
import { EXTREMES, shoot, USUAL } from './shoot.ts'

const AT_EXTREMES = ['/', '/slots', '/blackjack', '/sports', '/history']

test.each(visits)('$name', { timeout: 180_000 }, async (visit) => {
  const page = await openLight()
  await openFirst(page, visit)
  const { name } = visit
  const extremes = AT_EXTREMES.includes(name) ? EXTREMES : []
  await shoot(page, { name, sizes: [...USUAL, ...extremes] })
})

test('what lies above a page', { timeout: 180_000 }, async () => {
  const page = await openLight()
  await eachOverlay(page, (name) =>
    shoot(page, { name: `over ${name}`, isInSight: true }),
  )
})

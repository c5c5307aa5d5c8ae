import { test } from 'vitest'
import { openLight } from '#testing/browser/look.ts'
import { eachOverlay } from '#testing/browser/overlays.ts'
import { openFirst, visits } from '#testing/browser/pages.ts'
import { shoot } from './shoot.ts'

test.each(visits)('$name', { timeout: 180_000 }, async (visit) => {
  const page = await openLight()
  await openFirst(page, visit)
  await shoot(page, { name: visit.name })
})

test('overlays', { timeout: 400_000 }, async () => {
  const page = await openLight()
  await eachOverlay(page, (name) =>
    shoot(page, { name: `over ${name}`, isInSight: true }),
  )
})

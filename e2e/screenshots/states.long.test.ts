import { test } from 'vitest'
import { openLight } from '#testing/browser/look.ts'
import { JourneyGame } from '#testing/browser/offered-game.ts'
import { accountButton, newPlayer, openGame } from '#testing/browser/player.ts'
import { shoot } from './shoot.ts'

test('a race', { timeout: 180_000 }, async () => {
  const page = await openLight()
  const { username } = await openGame(page, '/coinflip')
  await page.goto('/pokey')
  await accountButton(page, username, 1_000).waitFor()
  await page
    .getByText(/^Next race in: (1[2-9]|2\d|30) seconds$/)
    .waitFor({ timeout: 60_000 })
  await page
    .getByRole('region', { name: 'Horse Race' })
    .scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Thunder Bolt' }).click()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await accountButton(page, username, 990).waitFor()
  await shoot(page, { name: 'state race bet' })
  await page.getByText('The race has started').waitFor({ timeout: 60_000 })
  await shoot(page, { name: 'state race running' })
})

test('sports with a bet', async () => {
  const page = await openLight()
  const { username } = await newPlayer(page)
  await page.goto('/sports')
  await page.getByText('No NBA games available at the moment.').waitFor()
  await shoot(page, { name: 'state sports empty' })
  const game = new JourneyGame('Boston Celtics', 'Miami Heat')
  await game.price(-150, 130)
  await game.untilListed(page, (listed) => listed !== undefined)
  await page.reload()
  const name = `${game.home} to win, -150`
  await page.getByRole('button', { name }).click()
  await page.getByLabel('Bet Amount').waitFor()
  await shoot(page, { name: 'state sports bet panel', isInSight: true })
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await accountButton(page, username, 990).waitFor()
  await page.getByRole('tab', { name: 'My Bets' }).click()
  await page.getByText('Pending').waitFor()
  await shoot(page, { name: 'state sports my bets', isInSight: true })
})

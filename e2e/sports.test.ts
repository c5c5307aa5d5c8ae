import { expect, test } from 'vitest'
import { JourneyGame } from '#testing/browser/offered-game.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'
import { unfold } from '#testing/browser/wait-for.ts'

test('a bet on a game is placed, won, paid by push, and has its evidence', async () => {
  const game = new JourneyGame('Boston Celtics', 'Miami Heat')
  await game.price(-150, 130)
  const page = await openPage()
  const { username } = await newPlayer(page)
  await game.untilListed(page, (listed) => listed !== undefined)
  await page.goto('/sports')
  const name = `${game.home} to win, \u2212150`
  await game.getCard(page).getByRole('button', { name }).click()
  await page.getByText('6.67').waitFor()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await accountButton(page, username, 990).waitFor()

  const requestedPaths: string[] = []
  page.on('request', (one) => requestedPaths.push(new URL(one.url()).pathname))
  await page.getByRole('tab', { name: 'My Bets' }).click()
  const bets = page.getByRole('list', { name: 'Your bets' })
  await bets.getByText('Pending').waitFor()
  await game.change({ startsAtMs: Date.now() - 60_000 })
  await game.untilListed(page, (listed) => listed?.live === true)
  await game.change({ completed: true, score: { home: 101, away: 99 } })
  await page.getByText('Winner!', { exact: true }).waitFor()
  // 10 coins at -150 pay 16.
  await accountButton(page, username, 1_006).waitFor()
  await bets.getByText('Won', { exact: true }).waitFor()
  expect(requestedPaths).not.toContain('/api/user')

  const [evidence] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: /^Evidence/ }).click(),
  ])
  await evidence.getByRole('heading', { name: 'Evidence, not proof' }).waitFor()
  await unfold(evidence, 'Evidence')
  await evidence.getByText('\u2212150 (1.67 in decimals)').waitFor()
  await evidence.getByText('Final, 99 to 101, by the feed').waitFor()
})

test.each([
  { width: 1_440, height: 900, games: 6 },
  { width: 390, height: 844, games: 3 },
])(
  'has room for $games games in view at $width x $height',
  async ({ games, ...viewport }) => {
    const game = new JourneyGame('Denver Nuggets', 'Utah Jazz')
    await game.price(-150, 130)
    const page = await openPage({ viewport })
    await newPlayer(page)
    await game.untilListed(page, (listed) => listed !== undefined)
    await page.goto('/sports')
    await game.getCard(page).waitFor()
    const card = await game.getCard(page).boundingBox()
    const list = await page
      .getByRole('list', { name: 'NBA games' })
      .boundingBox()
    const room = viewport.height - (list?.y ?? viewport.height)
    expect(room / (card?.height ?? 1)).toBeGreaterThanOrEqual(games)
  },
)

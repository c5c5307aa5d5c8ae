import { expect, test } from 'vitest'
import { raceHistoryAnswer } from '#core/api/races.ts'
import { type HorseId, horseName, horses } from '#core/race/horses.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, openGame } from '#testing/browser/player.ts'
import { waitForShield, waitForToast } from '#testing/browser/wait-for.ts'

const BET = 10
const PAID = 38
const BY_BUTTONS: HorseId = 1
const STAKED = BET * horses.length
/** Placing bets takes a busy machine part of the 30 seconds before a race. */
const IN_TIME = /^Next race in: (1[2-9]|2\d|30) seconds$/

// Two countdowns of 30 seconds, and the race.
test('a bet is followed to the end of its race, paid by push, and proven; a visitor sees the same winner', {
  timeout: 120_000,
}, async () => {
  const page = await openPage()
  const visitor = await openPage()
  // Public pages request the session only after a player was signed in.
  const { username } = await openGame(page, '/coinflip')
  await page.goto('/pokey')
  await visitor.goto('/pokey')
  await visitor.getByRole('link', { name: 'Sign in to bet' }).waitFor()
  await page.getByText(IN_TIME).waitFor({ timeout: 60_000 })

  const others = horses.filter(({ id }) => id !== BY_BUTTONS)
  const name = horseName(BY_BUTTONS)
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Place Bet' }).click()
  await waitForToast(page, 'Bet Placed!', `You bet ${BET} coins on ${name}`)
  for (const { id: horseId } of others) {
    const data = { horseId, amount: BET }
    const answer = await page.request.post('/api/races/place-bet', { data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const bets = page.getByRole('region', { name: 'Your bets on this race' })
  await bets.getByRole('listitem').nth(others.length).waitFor()
  await accountButton(page, username, 1_000 - STAKED).waitFor()

  const requestedPaths: string[] = []
  page.on('request', (one) => requestedPaths.push(new URL(one.url()).pathname))
  const banners = [page, visitor].map((each) =>
    each
      .getByText(/ Won!$/)
      .first()
      .textContent({ timeout: 60_000 }),
  )
  const shown = await Promise.all(banners)
  await accountButton(page, username, 1_000 - STAKED + PAID).waitFor()
  expect(requestedPaths).not.toContain('/api/user')
  const history = await page.request.get('/api/races/history')
  const [race] = raceHistoryAnswer.parse(await history.json())
  const outcome = race?.gameData.outcome
  if (!outcome || 'void' in outcome) throw new Error('the race was not run')
  const banner = `${horseName(outcome.winner)} Won!`
  expect(shown).toEqual([banner, banner])

  // The operator mines the blocks of a local chain, and the shield says so.
  await waitForShield(page, 'Weaker proof')
  const [proof] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: `Proof of race ${race.nonce}` }).click(),
  ])
  await proof.getByText('Verification Successful').waitFor()
  await proof.getByRole('list', { name: 'The finish' }).waitFor()
})

test.each([
  { width: 1_440, height: 900 },
  { width: 1_280, height: 720 },
  { width: 390, height: 844 },
])(
  'track and bet controls are in view at $width x $height',
  async (viewport) => {
    const page = await openPage({ viewport })
    await page.goto('/pokey')
    await page.locator('.race-track').waitFor()
    const bet = page.getByRole('link', { name: 'Sign in to bet' })
    const { y = 0, height = 0 } = (await bet.boundingBox()) ?? {}
    expect(height).toBeGreaterThan(0)
    expect(y + height).toBeLessThanOrEqual(viewport.height)
  },
)

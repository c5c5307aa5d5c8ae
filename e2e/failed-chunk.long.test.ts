import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { untilSeeded } from '#testing/browser/open-game.ts'
import { MOVING, openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer } from '#testing/browser/player.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { sawToast } from '#testing/browser/toast.ts'
import { flipHeads, sawOutcome } from './coin-flip/flip.ts'

const COULD_NOT_LOAD = [/ERR_FAILED/]
const HEADS = { betAmount: coins(10), choice: 'heads' } as const

test('an account drawer that does not load leaves the page standing, and comes later', async () => {
  const page = await openPage({ complaints: COULD_NOT_LOAD })
  const { username } = await newPlayer(page)
  await page.goto('/coinflip')
  const openAccount = async () => {
    await accountButton(page, username, 1_000).click()
    await page.getByRole('button', { name: 'Account', exact: true }).click()
  }
  const code = '**/assets/account-sheet-*.js*'
  await page.route(code, (route) => route.abort())
  await openAccount()
  await sawToast(
    page,
    'Could not be loaded',
    'Nothing was done. Try again, or load the page again.',
  )
  await page.getByRole('button', { name: 'Heads' }).waitFor()

  await page.unroute(code)
  await openAccount()
  await page.getByRole('dialog').getByText('Member since').waitFor()
})

test('a page whose code does not load says so, and the others still open', async () => {
  const page = await openPage({ complaints: [...COULD_NOT_LOAD, /import/] })
  await page.route('**/assets/sign-in-page-*.js*', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'That snapped' }).waitFor()
  await page.getByRole('link', { name: 'Bendy Casino' }).click()
  await page.getByRole('link', { name: 'Play Now' }).waitFor()
})

test('what goes wrong is told though no more code can be loaded', async () => {
  const page = await openPage({ complaints: [/ERR_|status of 502/] })
  await page.goto('/auth')
  await page.getByRole('region', { name: 'Notifications' }).waitFor({
    state: 'attached',
  })
  await page.route('**/*', (route) => route.abort())
  await page.getByLabel('Username').fill('Bea')
  await page.getByLabel('Password').fill('loop')
  await page.getByRole('button', { name: 'Get Bendy!' }).click()
  const told = 'The server did not answer. Try again.'
  await sawToast(page, 'Login failed', told)
  expect(await page.getByRole('tab', { name: 'Login' }).isVisible()).toBe(true)
})

test('a round that could not be checked says so, and later ones are proven again', async () => {
  const page = await openPage({ complaints: COULD_NOT_LOAD })
  await newPlayer(page)
  const code = '**/assets/start-verifier-*.js*'
  await page.route(code, (route) => route.abort())
  await page.goto('/coinflip')
  await sawShield(page, 'Getting ready')
  const { answer } = await flipHeads(page)
  await sawOutcome(page, answer)
  await sawShield(page, 'Not checked')

  await page.unroute(code)
  await untilSeeded(page, async () => {
    const next = await flipHeads(page)
    await sawOutcome(page, next.answer)
  })
  const later = await flipHeads(page)
  await sawOutcome(page, later.answer)
  await sawShield(page, 'Proven fair')
})

test('a win without the code of its confetti is a win all the same', async () => {
  const page = await openPage({ ...MOVING, complaints: COULD_NOT_LOAD })
  const player = await newPlayer(page)
  await page.route('**/assets/confetti*.js*', (route) => route.abort())
  await page.goto('/coinflip')
  await chooseNextRound(
    { page, player },
    (draws) => coinFlip.start(HEADS, draws).outcome.payout > 0,
  )
  const asked = page.waitForRequest('**/assets/confetti*.js*')
  const { answer } = await flipHeads(page)
  await asked
  await sawOutcome(page, answer)
  await sawToast(
    page,
    'Winner!',
    `You won ${answer.payout - answer.betAmount} coins!`,
  )
})

import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Journey, journeys } from '#testing/browser/journeys.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, newPlayer, press } from '#testing/browser/player.ts'
import { sawToast } from '#testing/browser/saw.ts'

/** A player at a game, who is about to be refused. */
async function stand(journey: Journey) {
  const page = await openPage({ complaints: [/status of 4\d\d/] })
  const player = await newPlayer(page)
  await page.goto(journey.path)
  return { page, player }
}

/** Comes between the page and the house when it bets. */
function onBet(page: Page, act: (route: Route) => Promise<void>) {
  return page.route('**/api/games/**', (route) =>
    route.request().method() === 'POST' ? act(route) : route.fallback(),
  )
}

/** Waits until the game can be played again, with the coins it took nothing of. */
async function sawUntouched(
  page: Page,
  { buttons }: Journey,
  username: string,
): Promise<void> {
  for (const name of buttons) {
    await page.getByRole('button', { name, disabled: false }).waitFor()
  }
  await accountButton(page, username, 1_000).waitFor()
}

const REFUSALS = [
  { status: 409, code: 'balance_limit', message: 'No balance is that large.' },
  { status: 429, code: 'too_many_requests', message: 'Once a minute, please.' },
]

test.each(journeys)(
  '$title tells every refusal in words, takes nothing, and leads to the login who is signed out',
  async (journey) => {
    const { page, player } = await stand(journey)
    const { buttons, told, unclear } = journey
    const untouched = () => sawUntouched(page, journey, player.username)

    for (const { status, code, message } of REFUSALS) {
      const json = { code, message, requestId: 'r-1' }
      await onBet(page, (route) => route.fulfill({ status, json }))
      await press(page, buttons[0])
      await sawToast(page, 'Error', told(status, message))
      await untouched()
    }

    await onBet(page, (route) => route.fulfill({ json: {} }))
    await press(page, buttons[0])
    await sawToast(page, 'Error', unclear)
    await untouched()
    await page.unrouteAll()

    await onBet(page, async (route) => {
      await page.context().clearCookies()
      await route.continue()
    })
    expect((await press(page, buttons[0])).status()).toBe(401)
    await sawToast(page, 'Error', told(401, 'Sign in to go on.'))
    await page.waitForURL('**/auth')
  },
)

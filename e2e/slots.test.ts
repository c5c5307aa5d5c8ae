import { expect, test } from 'vitest'
import { slotAnswer } from '#core/schemas/slot-answer.ts'
import { openPage } from './support/open-page.ts'
import { accountButton, balanceOf, newPlayer } from './support/player.ts'

test('a spin stops on the symbols that were answered, and its record proves them', async () => {
  const page = await openPage()
  const { username } = await newPlayer(page)
  await page.goto('/slots')
  const spin = page.getByRole('button', { name: 'Spin' })
  const [response] = await Promise.all([
    page.waitForResponse('**/api/games/slot'),
    spin.click(),
  ])
  const answer = slotAnswer.parse(await response.json())
  await page.getByRole('img', { name: 'The reels are spinning' }).waitFor()
  const story = answer.isWin ? `won ${answer.payout}` : 'lost 10'
  await page.getByText(new RegExp(`You ${story} coins$`)).waitFor()

  const rows = answer.grid.map((row) => row.join(', '))
  const reels = page.getByRole('img', { name: 'The reels' })
  const [top, middle, bottom] = rows
  expect(await reels.getAttribute('aria-label')).toBe(
    `The reels: top row ${top}; middle row ${middle}; bottom row ${bottom}`,
  )
  await accountButton(page, username, await balanceOf(page)).waitFor()

  await page.getByRole('button', { name: 'Proven fair why?' }).waitFor()
  await page.goto(`/verify/${answer.transactionId}`)
  await page.getByRole('heading', { name: 'Verification Successful' }).waitFor()
  const outcome = answer.isWin ? `Won ${answer.payout} coins` : 'No win'
  await page.getByText(outcome, { exact: true }).waitFor()
})

test('"Get Bendy!" leads to the slots', async () => {
  const page = await openPage()
  await newPlayer(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Bendy!' }).click()
  await page.getByRole('region', { name: 'Slots' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/slots')
})

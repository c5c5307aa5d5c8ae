import { expect, test } from 'vitest'
import { journeys } from '#testing/browser/journeys.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { newPlayer } from '#testing/browser/player.ts'

test('no game takes a bet that is none, or more than there is, and no panel grows over the result on a phone', async () => {
  const page = await openPage({ viewport: { width: 390, height: 844 } })
  await newPlayer(page)
  for (const { path, buttons } of journeys) {
    await page.goto(path)
    const amount = page.getByLabel('Bet Amount')
    const panel = page.locator('form').filter({ has: amount })
    const heightPx = async () => (await panel.boundingBox())?.height ?? 0
    await amount.waitFor()
    const restPx = await heightPx()
    const dead = (name: string) =>
      page.getByRole('button', { name, disabled: true })
    for (const [text, problem] of [
      ['0', 'The smallest bet is 1 coin'],
      ['1.5', 'A bet is a whole number of coins'],
      ['', 'A bet is a whole number of coins'],
    ] as const) {
      await amount.fill(text)
      await page.getByText(problem, { exact: true }).waitFor()
      for (const name of buttons) await dead(name).waitFor()
    }
    await amount.fill('1001')
    await page.getByText('That is more than you have').waitFor()
    const refusals = dead('Insufficient Balance')
    await expect.poll(() => refusals.count()).toBe(buttons.length)
    expect(await heightPx(), path).toBeLessThanOrEqual(restPx)
  }
})

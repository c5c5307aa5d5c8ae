import { expect, test } from 'vitest'
import { handTables } from '#testing/browser/hand-tables.ts'
import { move, press } from '#testing/browser/move.ts'
import { cardsOn, GONE_ON, sawTurn, sit } from '#testing/browser/open-hand.ts'
import { accountButton, PASSWORD } from '#testing/browser/player.ts'
import { sawProof } from '#testing/browser/proof.ts'
import { sawResult } from '#testing/browser/saw-result.ts'
import { sawToast } from '#testing/browser/toast.ts'

test.each(handTables)(
  'of two tabs that act at once on a hand of $title one goes on, the other sees it',
  async (table) => {
    const { page: one, player } = await sit(table)
    await move(one, table.start, table.answer)
    const other = await one.context().newPage()
    await other.goto(table.path)
    await sawResult(other, table.title, table.found)

    const both = [one, other]
    const answers = both.map((tab) => press(tab, table.goOn))
    const statuses = (await Promise.all(answers)).map((all) => all.status())
    expect(statuses.toSorted()).toEqual([200, 409])
    const loser = statuses[0] === 409 ? one : other
    await sawToast(loser, 'Error', GONE_ON)
    for (const tab of both) await sawTurn(tab, table)
    const cards = await cardsOn(one, table)
    await expect.poll(() => cardsOn(other, table)).toEqual(cards)

    await move(loser, table.end, table.answer)
    await sawProof(loser, player)
  },
)

test.each(handTables)(
  'neither a reset nor a logout gets out of a hand of $title',
  async (table) => {
    const { page, player } = await sit(table)
    await move(page, table.start, table.answer)
    await accountButton(page, player.username, 990).click()
    await page.getByRole('button', { name: 'Reset balance' }).click()
    const told = 'Your balance has been reset to 1000 coins'
    await sawToast(page, 'Balance Reset', told)
    await accountButton(page, player.username, 1_000).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/auth')

    await page.getByLabel('Username').fill(player.username)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Get Bendy!' }).click()
    await page.waitForURL(({ pathname }) => pathname === table.path)
    await sawResult(page, table.title, table.found)
    await move(page, table.goOn, table.answer)
    await move(page, table.end, table.answer)
    await sawProof(page, player)
  },
)

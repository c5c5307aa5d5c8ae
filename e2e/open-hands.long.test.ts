import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { type HandTable, handTables } from '#testing/browser/journeys.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  accountButton,
  move,
  newPlayer,
  PASSWORD,
  press,
} from '#testing/browser/player.ts'
import { sawProof, sawResult, sawToast } from '#testing/browser/saw.ts'

const ROUND_OPEN = 'A round of this game is open: finish it first.'
const GONE_ON = 'The round has gone on meanwhile, perhaps in another tab.'
const NO_ROUND = 'No round is open.'

/** A player at a table, whose next round goes as the table wants. */
async function sit(table: HandTable) {
  const page = await openPage({ complaints: [/status of 409/] })
  const player = await newPlayer(page)
  await page.goto(table.path)
  await chooseNextRound({ page, player }, table.isOf)
  return { page, player }
}

/** Waits until all cards are dealt, and the player can end the round. */
function sawTurn(page: Page, { end }: HandTable): Promise<void> {
  return page.getByRole('button', { name: end, disabled: false }).waitFor()
}

function cardsOn(page: Page, { title }: HandTable) {
  const cards = page.getByRole('region', { name: title }).getByRole('img')
  return cards.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
}

/** Presses a button that another tab has made obsolete, and is told so. */
async function pressStale(
  page: Page,
  table: HandTable,
  { button, message }: { button: 'start' | 'goOn' | 'end'; message: string },
): Promise<void> {
  expect((await press(page, table[button])).status()).toBe(409)
  await sawToast(page, 'Error', message)
}

test.each(handTables)(
  'two tabs play one hand of $title: the one behind is shown how it stands',
  async (table) => {
    const { page: one, player } = await sit(table)
    const other = await one.context().newPage()
    await other.goto(table.path)
    const { start } = table
    await other.getByRole('button', { name: start, disabled: false }).waitFor()
    await move(one, start, table.answer)
    // By push: that tab has asked for nothing.
    const mark = { name: `${table.title}, round open` }
    await other.getByRole('link', mark).waitFor()
    await pressStale(other, table, { button: 'start', message: ROUND_OPEN })
    await move(one, table.goOn, table.answer)
    await pressStale(other, table, { button: 'goOn', message: GONE_ON })
    await sawTurn(one, table)
    const cards = await cardsOn(one, table)
    await expect.poll(() => cardsOn(other, table)).toEqual(cards)

    const { transactionId } = await move(other, table.end, table.answer)
    await sawProof(other, player, transactionId)
    for (const tab of [one, other]) {
      await tab.getByRole('link', mark).waitFor({ state: 'detached' })
    }
    await pressStale(one, table, { button: 'end', message: NO_ROUND })
    await one.getByRole('button', { name: start }).waitFor()
  },
)

test.each(handTables)(
  'neither a reset nor a logout gets out of a hand of $title',
  async (table) => {
    const { page, player } = await sit(table)
    await move(page, table.start, table.answer)
    await accountButton(page, player.username, 990).click()
    await page.getByRole('button', { name: 'Reset balance' }).click()
    await accountButton(page, player.username, 1_000).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/auth')

    await page.getByLabel('Username').fill(player.username)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Get Bendy!' }).click()
    await page.waitForURL(({ pathname }) => pathname === table.path)
    await sawResult(page, table.title, table.found)
    await move(page, table.goOn, table.answer)
    const { transactionId } = await move(page, table.end, table.answer)
    await sawProof(page, player, transactionId)
  },
)

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chooseNextRound } from './support/chosen-round.ts'
import { sawShield } from './support/coin-flip.ts'
import {
  blackjackTable,
  type HandTable,
  hiLoTable,
} from './support/hand-tables.ts'
import { move, press } from './support/move.ts'
import { MOVING, openPage } from './support/open-page.ts'
import { accountButton, newPlayer, PASSWORD } from './support/player.ts'
import { sawProof, sawRecord } from './support/proof.ts'
import { sawResult } from './support/saw-result.ts'
import { sawToast } from './support/toast.ts'

const tables = [blackjackTable, hiLoTable]
/** The console tells of each refusal. */
const REFUSED = [/status of 409/]

const ROUND_OPEN = 'A round of this game is open: finish it first.'
const GONE_ON = 'The round has gone on meanwhile, perhaps in another tab.'
const NO_ROUND = 'No round is open.'

/** A player at a table, whose next round goes as the table wants. */
async function sit(table: HandTable) {
  const page = await openPage({ ...MOVING, complaints: REFUSED })
  const player = await newPlayer(page)
  await page.goto(table.path)
  await chooseNextRound({ page, player }, table.isOf)
  return { page, player }
}

/** Another tab of the same player, which sees no round yet. */
async function otherTab(page: Page, table: HandTable): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(table.path)
  await other.getByRole('button', { name: table.start }).waitFor()
  return other
}

/** Presses a button of what another tab has left behind, and is told so. */
async function pressInVain(
  page: Page,
  table: HandTable,
  { button, message }: { button: 'start' | 'goOn' | 'end'; message: string },
): Promise<void> {
  expect((await press(page, table[button])).status()).toBe(409)
  await sawToast(page, 'Error', table.told(message))
}

/** Waits until all cards lie, and the player can end the round. */
function sawTurn(page: Page, { end }: HandTable): Promise<void> {
  return page.getByRole('button', { name: end, disabled: false }).waitFor()
}

/** The cards that lie on the table, as they are spoken. */
function cardsOn(page: Page, { title }: HandTable) {
  const cards = page.getByRole('region', { name: title }).getByRole('img')
  return cards.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
}

test.each(tables)(
  'a reload in mid-hand of $title offers the hand again, to its proven end',
  async (table) => {
    const { page, player } = await sit(table)
    await move(page, table.start, table.answer)
    await move(page, table.goOn, table.answer)
    await sawTurn(page, table)
    const cards = await cardsOn(page, table)

    await page.reload()
    await sawResult(page, table.title, table.found)
    await sawShield(page, 'Round open')
    expect(await cardsOn(page, table)).toEqual(cards)
    const { transactionId } = await move(page, table.end, table.answer)
    await sawProof(page, player)
    await sawRecord(page, transactionId)
  },
)

test.each(tables)(
  'two tabs play one hand of $title: who is behind is shown how it stands',
  async (table) => {
    const { page: one, player } = await sit(table)
    const other = await otherTab(one, table)
    await move(one, table.start, table.answer)
    await pressInVain(other, table, { button: 'start', message: ROUND_OPEN })
    await move(one, table.goOn, table.answer)
    await pressInVain(other, table, { button: 'goOn', message: GONE_ON })
    await sawTurn(one, table)
    const cards = await cardsOn(one, table)
    await expect.poll(() => cardsOn(other, table)).toEqual(cards)

    await move(other, table.end, table.answer)
    await sawProof(other, player)
    await pressInVain(one, table, { button: 'end', message: NO_ROUND })
    await one.getByRole('button', { name: table.start }).waitFor()
  },
)

test.each(tables)(
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
    await sawToast(loser, 'Error', table.told(GONE_ON))
    for (const tab of both) await sawTurn(tab, table)
    const cards = await cardsOn(one, table)
    await expect.poll(() => cardsOn(other, table)).toEqual(cards)

    await move(loser, table.end, table.answer)
    await sawProof(loser, player)
  },
)

test.each(tables)(
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
    await page.waitForURL(({ pathname }) => pathname === '/')
    await page.goto(table.path)
    await sawResult(page, table.title, table.found)
    await move(page, table.goOn, table.answer)
    await move(page, table.end, table.answer)
    await sawProof(page, player)
  },
)

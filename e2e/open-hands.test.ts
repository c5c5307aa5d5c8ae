import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type HandTable, handTables } from '#testing/browser/hand-tables.ts'
import { move, press } from '#testing/browser/move.ts'
import { cardsOn, GONE_ON, sawTurn, sit } from '#testing/browser/open-hand.ts'
import { MOVING } from '#testing/browser/open-page.ts'
import { sawProof, sawRecord } from '#testing/browser/proof.ts'
import { sawResult } from '#testing/browser/saw-result.ts'
import { sawShield } from '#testing/browser/saw-shield.ts'
import { sawToast } from '#testing/browser/toast.ts'

const ROUND_OPEN = 'A round of this game is open: finish it first.'
const NO_ROUND = 'No round is open.'

/** Another tab of the same player, which sees no round yet. */
async function otherTab(page: Page, table: HandTable): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(table.path)
  await other
    .getByRole('button', { name: table.start, disabled: false })
    .waitFor()
  return other
}

/** The game's link above the games, while a round of it is open. */
function markOn(page: Page, { title }: HandTable): Locator {
  return page.getByRole('link', { name: `${title}, round open` })
}

/** Presses a button of what another tab has left behind, and is told so. */
async function pressInVain(
  page: Page,
  table: HandTable,
  { button, message }: { button: 'start' | 'goOn' | 'end'; message: string },
): Promise<void> {
  expect((await press(page, table[button])).status()).toBe(409)
  await sawToast(page, 'Error', message)
}

test.each(handTables)(
  'a reload in mid-hand of $title offers the hand again, to its proven end',
  async (table) => {
    const { page, player } = await sit(table, MOVING)
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

test.each(handTables)(
  'two tabs play one hand of $title: who is behind is shown how it stands',
  async (table) => {
    const { page: one, player } = await sit(table)
    const other = await otherTab(one, table)
    await move(one, table.start, table.answer)
    // Told by a push: that tab has asked for nothing.
    await markOn(other, table).waitFor()
    await pressInVain(other, table, { button: 'start', message: ROUND_OPEN })
    await move(one, table.goOn, table.answer)
    await pressInVain(other, table, { button: 'goOn', message: GONE_ON })
    await sawTurn(one, table)
    const cards = await cardsOn(one, table)
    await expect.poll(() => cardsOn(other, table)).toEqual(cards)

    await move(other, table.end, table.answer)
    await sawProof(other, player)
    for (const tab of [one, other]) {
      await markOn(tab, table).waitFor({ state: 'detached' })
    }
    await pressInVain(one, table, { button: 'end', message: NO_ROUND })
    await one.getByRole('button', { name: table.start }).waitFor()
  },
)

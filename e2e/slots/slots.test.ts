import { expect, test } from 'vitest'
import { type SlotAnswer, slotAnswer } from '#core/games/slots/slot-answer.ts'
import { REEL_COUNT } from '#core/games/slots/slot-reels.ts'
import { type SlotsPosition, slots } from '#core/games/slots/slots.ts'
import { coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/browser/chosen-round.ts'
import { move, press } from '#testing/browser/move.ts'
import { openGame } from '#testing/browser/open-game.ts'
import { MOVING, openPage } from '#testing/browser/open-page.ts'
import { accountButton, balanceOf, newPlayer } from '#testing/browser/player.ts'
import { sawProof, sawRecord, sawShieldOf } from '#testing/browser/proof.ts'
import { sawBriefly } from '#testing/browser/saw-briefly.ts'
import { sawResult } from '#testing/browser/saw-result.ts'
import { sawToast } from '#testing/browser/toast.ts'

test('a spin stops on the symbols that were answered, and its record proves them', async () => {
  const page = await openPage(MOVING)
  const { username } = await openGame(page, '/slots')
  const [answer] = await Promise.all([
    move(page, 'Spin', slotAnswer),
    sawBriefly(page, 'The reels are spinning'),
  ])
  await page.getByText(storyOf(answer), { exact: true }).waitFor()

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

/** The line under the reels, for a bet of 10. */
function storyOf({ betAmount, payout }: SlotAnswer): string {
  if (payout > betAmount) return `You won ${payout - betAmount} coins`
  if (payout > 0) return `Lines paid ${payout} of ${betAmount}`
  return `No line. You lost ${betAmount} coins`
}

test('"Get Bendy!" leads to the slots', async () => {
  const page = await openPage()
  await newPlayer(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Get Bendy!' }).click()
  await page.getByRole('region', { name: 'Slots' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/slots')
})

/** Enough for a jackpot to be found soon, and little for the house to cover. */
const BET = { betAmount: coins(100) }

test('two lines are both told and paid, and no line loses the bet; both are proven', async () => {
  const table = await openTable()
  const two = await spun(table, ({ outcome }) => {
    const pays = outcome?.payout ?? 0
    return outcome?.winningLines.length === 2 && pays > BET.betAmount
  })
  const [one, other] = two.winningLines.map(({ payout }) => payout)
  const paid = (one ?? 0) + (other ?? 0)
  const coinsWon = (paid - BET.betAmount).toLocaleString('en-US')
  await sawResult(table.page, 'Slots', `You won ${coinsWon} coins`)
  await sawToast(table.page, 'Winner!', `You won ${coinsWon} coins!`)
  await sawProof(table.page, table.player)

  const none = await spun(table, ({ outcome }) => outcome?.payout === 0)
  expect(none.balance).toBe(two.balance - BET.betAmount)
  await sawResult(table.page, 'Slots', 'No line. You lost 100 coins')
  await sawProof(table.page, table.player)
})

test('the jackpot fills all slots with Bitcoin symbols and pays the whole pot, and a bet that the house can then not cover is refused in its words', async () => {
  const table = await openTable()
  const { page, player } = table
  const answer = await spun(table, slots.jackpot.isHit)
  expect(answer.jackpotWin).toBeGreaterThanOrEqual(JACKPOT_SEED)
  expect(answer.balance).toBe(900 + answer.jackpotWin)
  const gain = answer.jackpotWin - BET.betAmount
  const pot = gain.toLocaleString('en-US')
  await sawResult(page, 'Slots', `Jackpot! You won ${pot} coins`)
  await sawToast(page, 'Winner!', `You won ${pot} coins!`)
  const row = Array.from({ length: REEL_COUNT }, () => 'BTC').join(', ')
  await page
    .getByRole('img', {
      name: `The reels: top row ${row}; middle row ${row}; bottom row ${row}`,
    })
    .waitFor()
  await sawProof(page, player, 'Proven hit')

  await page.getByLabel('Bet Amount').fill(String(answer.balance))
  const response = await press(page, 'Spin')
  const { message, largestStake } = await response.json()
  expect(message).toBe(
    `The house can not cover a win of that size now. The largest bet is ${largestStake} coins.`,
  )
  await sawToast(page, 'Error', `409: ${message}`)
  await accountButton(page, player.username, answer.balance).waitFor()
  expect(await balanceOf(page)).toBe(answer.balance)
  await sawRecord(page, answer.transactionId)
})

async function openTable() {
  const page = await openPage({ complaints: [/status of 409/] })
  const player = await newPlayer(page)
  await page.goto('/slots')
  return { page, player }
}

/** A spin that goes as wanted. */
async function spun(
  { page, player }: Awaited<ReturnType<typeof openTable>>,
  isWanted: (position: SlotsPosition) => boolean,
) {
  await chooseNextRound({ page, player }, (draws) =>
    isWanted(slots.start(BET, draws)),
  )
  await page.getByLabel('Bet Amount').fill(String(BET.betAmount))
  const answer = await move(page, 'Spin', slotAnswer)
  await sawShieldOf(page, answer.transactionId)
  return answer
}

import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { flipHeads, flipUnseen, waitForOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import { accountButton, openGame } from '#testing/browser/player.ts'
import { endedRound, openRound } from '#testing/browser/rounds.ts'
import { waitForShield } from '#testing/browser/wait-for.ts'
import { gameKits } from '../scripts/game-kits/game-kits.ts'

test('a player finds all rounds, a bet with its proof, its row in a file, and the balance in the audit', async () => {
  const page = await openPage()
  const player = await openGame(page, '/coinflip')
  const { transactionId: id } = await flipUnseen(page, 10)
  // Finds rounds that no page got an answer for, and proves the next one.
  for (const kit of gameKits) await endedRound(page, kit)
  await openRound(page)
  const answer = await flipHeads(page)
  await waitForOutcome(page, answer)
  await waitForShield(page, 'Proven fair')
  expect(await page.getByText('This does not add up').count()).toBe(0)
  const live = page.getByRole('region', { name: 'Live bets' })
  await live.getByText(player.username).first().waitFor()

  await accountButton(page, player.username, answer.balance).click()
  await page.getByRole('link', { name: 'History' }).click()
  const returns = page.getByRole('table', { name: 'Returns by game' })
  await returns.getByRole('row', { name: /^Coin Flip / }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save as CSV' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain(`,bet,Coin Flip,-10,990,2,${id}\r\n`)

  await page.getByLabel('Bet ID').fill(id)
  const proof = page.getByRole('link', { name: /^Proof of/ })
  await expect.poll(() => proof.count()).toBe(1)
  const [record] = await Promise.all([
    page.waitForEvent('popup'),
    proof.click(),
  ])
  await record.getByText('Verification Successful').waitFor()
  await record.close()

  await page.getByRole('link', { name: 'Audit' }).click()
  const found =
    /^Your [\d,]+ coins on .* are in this sum\. Checked here, in your browser\.$/
  await page.getByText(found).waitFor()
  await page.getByText('Signature and history were checked here').waitFor()
})

import { expect, test } from 'vitest'
import { flipHeads, sawOutcome } from './coin-flip/flip.ts'
import { chooseNextRound } from './support/chosen-round.ts'
import { handTables } from './support/hand-tables.ts'
import { dataFolder, launch, partPid } from './support/launch.ts'
import { move } from './support/move.ts'
import { openGame } from './support/open-game.ts'
import { openPage } from './support/open-page.ts'
import { accountButton, balanceOf, newPlayer } from './support/player.ts'
import { sawProof, sawRecord } from './support/proof.ts'
import { sawShield } from './support/saw-shield.ts'

/** While the house is down, a page that asks it hears of that. */
const HOUSE_IS_DOWN = /ERR_|WebSocket connection .* failed|status of 502/

test.each(handTables.slice(0, 1))(
  'a hand of $title goes on after the API was killed in its middle',
  async ({ path, isOf, start, goOn, end, answer }) => {
    const dataDir = dataFolder()
    const product = await launch(dataDir)
    const { url: baseURL } = product
    const page = await openPage({ baseURL, complaints: [HOUSE_IS_DOWN] })
    const player = await newPlayer(page)
    await page.goto(path)
    await chooseNextRound({ page, player, dataDir }, isOf)
    const dealt = await move(page, start, answer)
    await move(page, goOn, answer)
    await page.getByRole('button', { name: end, disabled: false }).waitFor()

    process.kill(partPid(dataDir, 'api'), 'SIGKILL')
    await product.ended
    await page.getByText('The house is away. We go on').waitFor()
    await launch(dataDir, { env: { PORT: new URL(baseURL).port } })
    const ended = await move(page, end, answer)
    expect(ended).toMatchObject({ transactionId: dealt.transactionId, step: 2 })
    await sawProof(page, player)
    await sawRecord(page, dealt.transactionId)
  },
)

test('a restart keeps the session, the coins and the proofs', async () => {
  const dataDir = dataFolder()
  const product = await launch(dataDir)
  const { url: baseURL } = product
  const page = await openPage({ baseURL, complaints: [HOUSE_IS_DOWN] })
  const { username } = await openGame(page, '/coinflip')
  const before = await flipHeads(page)
  await sawOutcome(page, before.answer)
  await sawShield(page, 'Proven fair')
  const balance = await balanceOf(page)

  await product.stop()
  await launch(dataDir, { env: { PORT: new URL(baseURL).port } })
  expect(await balanceOf(page)).toBe(balance)
  await page.reload()
  await accountButton(page, username, balance).waitFor()

  // Under the same pinned root, with the nonces going on from there.
  const after = await flipHeads(page)
  expect(after.answer.nonce).toBe(before.answer.nonce + 1)
  expect(after.answer.clientSeed).toBe(before.answer.clientSeed)
  await sawShield(page, 'Proven fair')
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.goto(`/verify/${before.answer.transactionId}`)
  await page.getByRole('heading', { name: 'Verification Successful' }).waitFor()
  await page.getByText('This browser pinned that very root before').waitFor()
})

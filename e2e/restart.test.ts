import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { flipHeads, sawOutcome, sawShield } from './support/coin-flip.ts'
import { openPage } from './support/open-page.ts'
import { accountButton, balanceOf, newPlayer } from './support/player.ts'
import { type Product, startProduct } from './support/start-product.ts'

/** While the house is down, a page that asks it hears of that. */
const HOUSE_IS_DOWN = /ERR_|WebSocket connection .* failed|status of 502/

async function start(dataDir: string, PORT = '0'): Promise<Product> {
  const product = await startProduct({ dataDir, env: { PORT } })
  onTestFinished(async () => void (await product.stop()))
  return product
}

test('a restart keeps the session, the coins and the proofs', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'casino-restart-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const product = await start(dataDir)
  const { url: baseURL } = product
  const page = await openPage({ baseURL, complaints: [HOUSE_IS_DOWN] })
  const { username } = await newPlayer(page)
  await page.goto('/coinflip')
  const before = await flipHeads(page)
  await sawOutcome(page, before.answer)
  await sawShield(page, 'Proven fair')
  const balance = await balanceOf(page)

  await product.stop()
  await start(dataDir, new URL(baseURL).port)
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

import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, launch, partPid } from '#testing/browser/launch.ts'
import { sendDeposit } from '#testing/browser/local-node.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  balanceOf,
  generateWallet,
  newPlayer,
} from '#testing/browser/player.ts'
import { startScript, stopScript } from '#testing/process/run-script.ts'

/** Contracts, API and indexer take their time to follow. */
const polling = { interval: 250 }

/**
 * A node as a developer runs it beside the product, in a process of its own.
 */
async function startNode(port = '0') {
  const node = startScript('chain.ts', { CHAIN_PORT: port })
  onTestFinished(() => stopScript(node))
  const place = await node.says(/at (http:\S+)/)
  return { place, stop: () => stopScript(node) }
}

test("a developer's own node that was started anew gets its contracts, and deposits go on", async () => {
  const dataDir = dataFolder()
  const { place, stop } = await startNode()
  const product = await launch(dataDir, {
    command: [process.execPath, 'scripts/dev.ts'],
    env: { RPC_URL: place },
  })
  expect(() => partPid(dataDir, 'chain')).toThrow('chain is not running')
  const page = await openPage({ baseURL: product.url })
  const { username } = await newPlayer(page)
  await generateWallet(page)
  await sendDeposit(dataDir, username, '0.05')

  await stop()
  await expect
    .poll(product.output, polling)
    .toContain(`The chain at ${place} does not answer`)
  await startNode(new URL(place).port)
  await expect
    .poll(product.output, polling)
    .toContain('The API was started again')
  expect(product.output()).toContain(`The chain at ${place} was started anew`)
  await generateWallet(page)
  const printed = await sendDeposit(dataDir, username, '0.02')
  expect(printed).toContain('Credited 2000 coins.')
  expect(await balanceOf(page)).toBe(8_000)
})

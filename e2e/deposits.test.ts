import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { transactions } from '#core/schemas/transaction.ts'
import { ApiPlayer } from './support/api-player.ts'
import { sendDeposit } from './support/send-deposit.ts'
import { type Product, startProduct } from './support/start-product.ts'

/** A wallet waits for its registration, and a deposit for six blocks. */
const patience = { timeout: 90_000, interval: 250 }

function dataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'casino-deposits-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

async function start(dataDir: string): Promise<Product> {
  const product = await startProduct({ dataDir })
  onTestFinished(async () => void (await product.stop()))
  return product
}

async function activeWallet(player: ApiPlayer): Promise<string | null> {
  await expect
    .poll(async () => (await player.wallet()).state, patience)
    .toBe('active')
  return (await player.wallet()).address
}

async function depositsInLedger(player: ApiPlayer): Promise<number[]> {
  const rows = transactions.parse(await player.get('/api/transactions'))
  return rows
    .filter(({ type }) => type === 'deposit')
    .map(({ amount }) => amount)
}

test('a deposit is credited once, and stays over a restart with its new chain', async () => {
  const dataDir = dataFolder()
  const first = await start(dataDir)
  const player = await ApiPlayer.register(first.url)
  await player.generateWallet()
  const address = await activeWallet(player)
  const printed = await sendDeposit(dataDir, player.username, '0.05')
  expect(printed).toContain(`Sent 0.05 tBNB to ${address}: 0x`)
  const told = [1, 2, 3, 4, 5, 6].map((count) => `${count}/6 confirmations`)
  expect(printed).toContain([...told, 'Credited 5000 coins.'].join('\n'))
  const [credited] = (await player.wallet()).deposits
  expect((await player.wallet()).deposits).toMatchObject([
    { amount: '0.05', cryptoType: 'tBNB', status: 'confirmed', coins: 5000 },
  ])

  await first.stop()
  await expect(sendDeposit(dataDir, player.username, '1')).rejects.toThrow(
    'No chain answers. Start it first',
  )
  const second = await start(dataDir)
  player.url = second.url
  expect((await player.user()).balance).toBe(6000)
  const history = [{ ...credited, reason: 'Earlier chain' }]
  expect((await player.wallet()).deposits).toEqual(history)
  expect(await activeWallet(player)).toBe(address)

  await sendDeposit(dataDir, player.username, '150', 'GUMBY')
  expect((await player.user()).balance).toBe(6150)
  expect(await depositsInLedger(player)).toEqual([150, 5000])
  expect((await player.wallet()).deposits.slice(1)).toEqual(history)
})

test('who can not be paid is told why', async () => {
  await expect(sendDeposit(dataFolder(), 'nobody', '1')).rejects.toThrow(
    'Start the product first (npm start), or set RPC_URL.',
  )
  const dataDir = inject('dataDir')
  const { username } = await ApiPlayer.register(inject('productUrl'))
  await expect(sendDeposit(dataDir, username, '1')).rejects.toThrow(
    `${username} has no wallet yet.`,
  )
  await expect(sendDeposit(dataDir, 'nobody', '1')).rejects.toThrow(
    'There is no player nobody.',
  )
})

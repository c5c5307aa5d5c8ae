import { parseEther } from 'viem'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  BSC_TESTNET,
  LOCAL_CHAIN,
  type TestChainId,
} from '#core/chain/test-chains.ts'
import {
  balanceOf,
  type Depositor,
  depositOnce,
  infoOf,
  openLoneChainServer,
} from '#testing/chain/chain-server.ts'
import {
  behind,
  down,
  erring,
  type Fault,
  finalizedAfter,
  lyingAboutLogs,
  onAnotherBranch,
  rateLimited,
  repeating,
  startFaultyNode,
} from '#testing/chain/faulty-node.ts'
import { newPlayer } from '#testing/player/test-player.ts'

/** Blocks from the head to the newest that the chain calls final. */
const FINAL_AFTER = { [LOCAL_CHAIN]: 0, [BSC_TESTNET]: 8 }

describe.each<TestChainId>([LOCAL_CHAIN, BSC_TESTNET])(
  'two nodes of chain %i',
  async (chainId) => {
    const server = await openLoneChainServer(chainId)
    const { chain } = server
    const nature = finalizedAfter(FINAL_AFTER[chainId])
    const first = await startFaultyNode(chain.env.RPC_URL, nature)
    const second = await startFaultyNode(chain.env.RPC_URL, nature)
    const RPC_URL = `${first.url},${second.url}`
    // The only process that watches deposits asks through the nodes above.
    await server.close()
    const api = await server.startApi({ env: { ...server.env, RPC_URL } })

    afterEach(() => {
      first.be()
      second.be()
    })
    afterAll(() => {
      first.close()
      second.close()
    })

    async function newDepositor(): Promise<Depositor> {
      const player = await newPlayer(api.origin)
      await player.client.post('/api/wallet/generate')
      const wallet = async () => {
        await chain.mine(1)
        return (await infoOf(player)).address
      }
      await expect.poll(wallet).not.toBeNull()
      return { ...player, wallet: (await wallet()) as Depositor['wallet'] }
    }

    async function makeFinal() {
      await chain.mine(Math.max(5, FINAL_AFTER[chainId]))
    }

    async function countOf(metric: string): Promise<number> {
      const text =
        await api.platform.metrics.registry.getSingleMetricAsString(metric)
      const counts = [...text.matchAll(/^\w+(?:\{.*\})? (\d+)$/gm)]
      return counts.reduce((sum, [, count]) => sum + Number(count), 0)
    }

    test.each([
      { code: 429, message: 'Too many requests' },
      { code: -32_000, message: 'missing trie node' },
    ])(
      'no token is believed while nodes lag or say: $message',
      async (error) => {
        const player = await newDepositor()
        let asked = 0
        first.be((truth) => (request) => {
          if (request.method !== 'eth_call') return truth(request)
          asked += 1
          return { error }
        })
        second.be(behind(20))
        const { GUMBY } = chain.deployment.tokens
        await chain.payToken(GUMBY, player.wallet, parseEther('150'))
        await makeFinal()
        await depositOnce(player, { status: 'pending', confirmations: 6 })
        const before = asked
        await expect.poll(() => asked).toBeGreaterThan(before + 2)
        await depositOnce(player, { status: 'pending' })

        first.be()
        second.be()
        await depositOnce(player, { status: 'confirmed', coins: 150 })
      },
    )

    test.each<[string, Fault]>([
      ['is down', down],
      ['has answered too much', rateLimited],
      ['fails', erring],
      ['is behind', behind(20)],
      ['repeats itself', repeating],
    ])('while one %s the other one is believed', async (_name, fault) => {
      for (const faulty of [first, second]) {
        const player = await newDepositor()
        faulty.be(fault)
        await chain.pay(player.wallet, parseEther('0.05'))
        await makeFinal()
        await depositOnce(player, { status: 'confirmed', coins: 5_000 })
        expect(await balanceOf(player)).toBe(6_000)
        faulty.be()
      }
    })

    test.each<[string, Fault]>([
      ['another block at that height', onAnotherBranch],
      ['another amount in that block', lyingAboutLogs],
    ])('nothing is credited while one shows %s', async (_name, fault) => {
      for (const faulty of [first, second]) {
        const player = await newDepositor()
        await chain.payToken(
          chain.deployment.tokens.GUMBY,
          player.wallet,
          parseEther('150'),
        )
        await depositOnce(player, { status: 'pending' })
        const before = await countOf('rpc_disagreements_total')
        faulty.be(fault)
        await makeFinal()
        await expect
          .poll(() => countOf('rpc_disagreements_total'))
          .toBeGreaterThan(before + 1)
        await depositOnce(player, { status: 'pending' })
        expect(await balanceOf(player)).toBe(1_000)

        faulty.be()
        await depositOnce(player, { status: 'confirmed', coins: 150 })
        expect(await balanceOf(player)).toBe(1_150)
      }
    })

    test.runIf(chainId === BSC_TESTNET)(
      'six confirmations are not enough where the chain calls less final',
      async () => {
        const player = await newDepositor()
        await chain.pay(player.wallet, parseEther('0.05'))
        await chain.mine(FINAL_AFTER[chainId] - 1)
        await depositOnce(player, { status: 'pending', confirmations: 6 })
        await chain.mine(1)
        await depositOnce(player, { status: 'confirmed' })
      },
    )

    test('an error of the tag does not mean that the chain has none', async () => {
      const player = await newDepositor()
      const noTag: Fault = (truth) => (request) =>
        request.params[0] === 'finalized'
          ? { error: { code: -32_602, message: 'invalid block tag' } }
          : truth(request)
      first.be(noTag)
      second.be(noTag)
      await chain.pay(player.wallet, parseEther('0.05'))
      await makeFinal()
      const before = await countOf('rpc_failures_total')
      await expect
        .poll(() => countOf('rpc_failures_total'))
        .toBeGreaterThan(before + 10)
      await depositOnce(player, { status: 'pending', confirmations: 6 })

      second.be()
      await depositOnce(player, { status: 'confirmed' })
    })
  },
)

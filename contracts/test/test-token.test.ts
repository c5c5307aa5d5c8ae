import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { network } from 'hardhat'
import { getContract, parseEther, zeroAddress } from 'viem'
import { testTokenAbi as abi } from '../generated/test-token.ts'

const FAUCET_MAX = parseEther('10000')
const BSC_MAINNET = 56

describe('TestToken', async () => {
  const { viem } = await network.create()
  const chain = await viem.getPublicClient()
  const [player] = await viem.getWalletClients()
  assert(player)
  const client = { public: chain, wallet: player }

  test('has the name and symbol it was given, and 18 decimals', async () => {
    const token = await deploy()
    assert.equal(await token.read.name(), 'Gumby')
    assert.equal(await token.read.symbol(), 'GUMBY')
    assert.equal(await token.read.decimals(), 18)
    assert.equal(await token.read.totalSupply(), 0n)
  })

  test('mints the requested amount to the caller', async () => {
    const token = await deploy()
    const { address } = player.account
    await viem.assertions.emitWithArgs(
      token.write.faucet([parseEther('2.5')]),
      token,
      'Transfer',
      [zeroAddress, address, parseEther('2.5')],
    )
    assert.equal(await token.read.balanceOf([address]), parseEther('2.5'))
  })

  test('mints up to the limit, repeatedly on a local chain, and not one wei more', async () => {
    const token = await deploy()
    await token.write.faucet([FAUCET_MAX])
    await token.write.faucet([FAUCET_MAX])
    await viem.assertions.revertWithCustomErrorWithArgs(
      token.write.faucet([FAUCET_MAX + 1n]),
      token,
      'FaucetLimit',
      [FAUCET_MAX + 1n, FAUCET_MAX],
    )
    assert.equal(await token.read.totalSupply(), 2n * FAUCET_MAX)
  })

  test('makes each account on the BSC testnet wait an hour between calls', async () => {
    const testnet = await network.create({ override: { chainId: 97 } })
    const { viem } = testnet
    const chain = await viem.getPublicClient()
    const [player, other] = await viem.getWalletClients()
    assert(player && other)
    const args = ['Gumby', 'GUMBY']
    const { address } = await viem.deployContract('TestToken', args)
    const client = { public: chain, wallet: player }
    const token = getContract({ address, abi, client })
    await token.write.faucet([FAUCET_MAX])
    await token.write.faucet([FAUCET_MAX], { account: other.account })
    const nextAt = await token.read.faucetNextAt([player.account.address])
    assert.equal(nextAt, (await chain.getBlock()).timestamp - 1n + 3_600n)
    await viem.assertions.revertWithCustomErrorWithArgs(
      token.write.faucet([1n]),
      token,
      'FaucetCooldown',
      [nextAt],
    )
    await testnet.networkHelpers.time.increaseTo(nextAt)
    await token.write.faucet([1n])
    const owned = await token.read.balanceOf([player.account.address])
    assert.equal(owned, FAUCET_MAX + 1n)
    await testnet.close()
  })

  test('cannot be deployed on a chain with real money', async () => {
    await assert.rejects(deployOnChain(BSC_MAINNET), /NotATestChain\(56\)/)
    await assert.rejects(deployOnChain(1), /NotATestChain\(1\)/)
  })

  async function deploy() {
    const { address } = await viem.deployContract('TestToken', [
      'Gumby',
      'GUMBY',
    ])
    return getContract({ address, abi, client })
  }
})

async function deployOnChain(chainId: number): Promise<void> {
  const elsewhere = await network.create({ override: { chainId } })
  try {
    await elsewhere.viem.deployContract('TestToken', ['Gumby', 'GUMBY'])
  } finally {
    await elsewhere.close()
  }
}

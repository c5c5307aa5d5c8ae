import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { network } from 'hardhat'
import { getAddress, getContract, type Hex, zeroAddress } from 'viem'
import { depositRegistryAbi } from '../generated/deposit-registry.ts'
import { fairnessAnchorAbi } from '../generated/fairness-anchor.ts'

const ALICE = '0x00000000000000000000000000000000000a11ce'
const ROOT: Hex = `0x${'a1'.repeat(32)}`

describe('The owner of', async () => {
  const { viem } = await network.create()
  const chain = await viem.getPublicClient()
  const [operator, stranger] = await viem.getWalletClients()
  assert(operator && stranger)
  const client = { public: chain, wallet: operator }
  const { account } = stranger
  const owner = getAddress(operator.account.address)
  const successor = getAddress(account.address)

  async function deployed(name: string) {
    const { address } = await viem.deployContract(name, [owner])
    const registry = getContract({ address, abi: depositRegistryAbi, client })
    const anchor = getContract({ address, abi: fairnessAnchorAbi, client })
    return { registry, anchor }
  }

  it('DepositRegistry is the only one to register', async () => {
    const { registry } = await deployed('DepositRegistry')
    await viem.assertions.revertWithCustomErrorWithArgs(
      registry.write.registerWallets([[ALICE]], { account }),
      registry,
      'OwnableUnauthorizedAccount',
      [successor],
    )
  })

  it('FairnessAnchor is the only one to store a root', async () => {
    const { anchor } = await deployed('FairnessAnchor')
    await viem.assertions.revertWithCustomErrorWithArgs(
      anchor.write.anchor([1n, ROOT], { account }),
      anchor,
      'OwnableUnauthorizedAccount',
      [successor],
    )
  })

  for (const name of ['DepositRegistry', 'FairnessAnchor']) {
    it(`${name} changes only when the new one accepts`, async () => {
      const { registry: owned } = await deployed(name)
      await viem.assertions.emit(
        owned.write.transferOwnership([successor]),
        owned,
        'OwnershipTransferStarted',
      )
      assert.equal(await owned.read.owner(), owner)
      await owned.write.acceptOwnership({ account })
      assert.equal(await owned.read.owner(), successor)
    })

    it(`${name} is never nobody`, async () => {
      await assert.rejects(
        viem.deployContract(name, [zeroAddress]),
        /OwnableInvalidOwner/,
      )
    })
  }
})

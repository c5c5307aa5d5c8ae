import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { network } from 'hardhat'
import { getAddress, getContract, type Hex, zeroAddress } from 'viem'
import { depositRegistryAbi } from '../generated/deposit-registry.ts'
import { fairnessAnchorAbi } from '../generated/fairness-anchor.ts'

const ALICE = '0x00000000000000000000000000000000000a11ce'
const ROOT: Hex = `0x${'a1'.repeat(32)}`

const { viem } = await network.create()
const chain = await viem.getPublicClient()
const [cold, hot, stranger] = await viem.getWalletClients()
assert(cold && hot && stranger)
type By = Pick<typeof hot, 'account'>
const client = { public: chain, wallet: cold }
const owner = getAddress(cold.account.address)
const registrar = getAddress(hot.account.address)
const successor = getAddress(stranger.account.address)

for (const name of ['DepositRegistry', 'FairnessAnchor']) {
  describe(`Access to ${name}`, () => {
    test('lets only the registrar write, not even the owner', async () => {
      const owned = await deployed()
      await owned.write({ account: hot.account })
      for (const { account } of [cold, stranger]) {
        await viem.assertions.revertWithCustomErrorWithArgs(
          owned.write({ account }),
          owned.contract,
          'NotRegistrar',
          [getAddress(account.address), registrar],
        )
      }
    })

    test('lets only the owner replace the registrar', async () => {
      const { contract, write } = await deployed()
      for (const { account } of [hot, stranger]) {
        await refuses(contract.write.setRegistrar([successor], { account }))
      }
      await viem.assertions.emitWithArgs(
        contract.write.setRegistrar([successor]),
        contract,
        'RegistrarChanged',
        [registrar, successor],
      )
      await write({ account: stranger.account })
      await assert.rejects(write({ account: hot.account }), /NotRegistrar/)
    })

    test('changes its owner only when the new one accepts', async () => {
      const { contract } = await deployed()
      const { account } = stranger
      await viem.assertions.emit(
        contract.write.transferOwnership([successor]),
        contract,
        'OwnershipTransferStarted',
      )
      assert.equal(await contract.read.owner(), owner)
      await contract.write.acceptOwnership({ account })
      assert.equal(await contract.read.owner(), successor)
    })

    test('keeps its owner when a transfer is cancelled', async () => {
      const { contract } = await deployed()
      const { account } = stranger
      await contract.write.transferOwnership([successor])
      await contract.write.transferOwnership([zeroAddress])
      await refuses(contract.write.acceptOwnership({ account }))
      assert.equal(await contract.read.owner(), owner)
    })

    test('begins no transfer for the registrar or a stranger', async () => {
      const { contract } = await deployed()
      for (const { account } of [hot, stranger]) {
        await refuses(
          contract.write.transferOwnership([successor], { account }),
        )
      }
      assert.equal(await contract.read.pendingOwner(), zeroAddress)
    })

    test('cannot be left without an owner', async () => {
      const { contract } = await deployed()
      await viem.assertions.revertWithCustomError(
        contract.read.renounceOwnership(),
        contract,
        'OwnershipNotRenounceable',
      )
      await assert.rejects(
        viem.deployContract(name, [zeroAddress, registrar]),
        /OwnableInvalidOwner/,
      )
    })
  })

  async function deployed() {
    const { address } = await viem.deployContract(name, [owner, registrar])
    const contract = getContract({ address, abi: depositRegistryAbi, client })
    const anchor = getContract({ address, abi: fairnessAnchorAbi, client })
    return {
      contract,
      write: (by: By) =>
        name === 'DepositRegistry'
          ? contract.write.registerWallets([[ALICE]], by)
          : anchor.write.anchor([1n, ROOT], by),
    }
  }
}

async function refuses(call: Promise<Hex>): Promise<void> {
  await assert.rejects(call, /OwnableUnauthorizedAccount/)
}

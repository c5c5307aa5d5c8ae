import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { artifacts } from 'hardhat'
import { batchPayerAbi, batchPayerBytecode } from '../generated/batch-payer.ts'
import {
  depositRegistryAbi,
  depositRegistryBytecode,
} from '../generated/deposit-registry.ts'
import { testTokenAbi, testTokenBytecode } from '../generated/test-token.ts'

const committed = {
  BatchPayer: { abi: batchPayerAbi, bytecode: batchPayerBytecode },
  DepositRegistry: {
    abi: depositRegistryAbi,
    bytecode: depositRegistryBytecode,
  },
  TestToken: { abi: testTokenAbi, bytecode: testTokenBytecode },
}

describe('contracts/generated', () => {
  for (const [name, { abi, bytecode }] of Object.entries(committed)) {
    it(`is what ${name}.sol compiles to`, async () => {
      const artifact = await artifacts.readArtifact(name)
      assert.deepEqual(abi, artifact.abi)
      assert.equal(bytecode, artifact.bytecode)
    })
  }
})

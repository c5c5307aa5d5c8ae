import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { artifacts } from 'hardhat'
import {
  balanceReaderAbi,
  balanceReaderBytecode,
} from '../generated/balance-reader.ts'
import { batchPayerAbi, batchPayerBytecode } from '../generated/batch-payer.ts'
import {
  depositRegistryAbi,
  depositRegistryBytecode,
} from '../generated/deposit-registry.ts'
import {
  fairnessAnchorAbi,
  fairnessAnchorBytecode,
} from '../generated/fairness-anchor.ts'
import { falseTokenAbi, falseTokenBytecode } from '../generated/false-token.ts'
import {
  fatefulPayerAbi,
  fatefulPayerBytecode,
} from '../generated/fateful-payer.ts'
import { feeTokenAbi, feeTokenBytecode } from '../generated/fee-token.ts'
import {
  fickleTokenAbi,
  fickleTokenBytecode,
} from '../generated/fickle-token.ts'
import {
  forcedPaymentAbi,
  forcedPaymentBytecode,
} from '../generated/forced-payment.ts'
import { testTokenAbi, testTokenBytecode } from '../generated/test-token.ts'

const committed = {
  BalanceReader: { abi: balanceReaderAbi, bytecode: balanceReaderBytecode },
  BatchPayer: { abi: batchPayerAbi, bytecode: batchPayerBytecode },
  DepositRegistry: {
    abi: depositRegistryAbi,
    bytecode: depositRegistryBytecode,
  },
  FairnessAnchor: { abi: fairnessAnchorAbi, bytecode: fairnessAnchorBytecode },
  FalseToken: { abi: falseTokenAbi, bytecode: falseTokenBytecode },
  FatefulPayer: { abi: fatefulPayerAbi, bytecode: fatefulPayerBytecode },
  FeeToken: { abi: feeTokenAbi, bytecode: feeTokenBytecode },
  FickleToken: { abi: fickleTokenAbi, bytecode: fickleTokenBytecode },
  ForcedPayment: { abi: forcedPaymentAbi, bytecode: forcedPaymentBytecode },
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

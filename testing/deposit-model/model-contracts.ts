import { type Address, maxUint256, parseEther } from 'viem'
import { deployOn } from '#testing/chain/deploy-on.ts'
import type { StartedChain } from '#testing/chain/started-chain.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../contracts/generated/batch-payer.ts'
import {
  fatefulPayerAbi,
  fatefulPayerBytecode,
} from '../../contracts/generated/fateful-payer.ts'
import {
  fickleTokenAbi,
  fickleTokenBytecode,
} from '../../contracts/generated/fickle-token.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../contracts/generated/test-token.ts'
import { OPERATOR, PAYER, TREASURY } from './model-accounts.ts'

const AT_ONCE = parseEther('10000')

export type ModelContracts = {
  tokens: { GUMBY: Address; POKEY: Address }
  /** Of the same kind as ours, and not taken here. */
  unlisted: Address
  batch: Address
  fateful: Address
}

/** @returns the chain with a POKEY that cheats when it is asked to. */
export async function withFickleToken(
  chain: StartedChain,
): Promise<StartedChain> {
  const fickle = { abi: fickleTokenAbi, bytecode: fickleTokenBytecode } as const
  const POKEY = await deployOn(chain, fickle)
  const tokens = { ...chain.deployment.tokens, POKEY }
  return { ...chain, deployment: { ...chain.deployment, tokens } }
}

/** Deploys what pays, and gives everybody who pays tokens to do so. */
export async function prepareContracts(
  chain: StartedChain,
): Promise<ModelContracts> {
  const { tokens } = chain.deployment
  const batch = await deployOn(chain, {
    abi: batchPayerAbi,
    bytecode: batchPayerBytecode,
  })
  const fateful = await deployOn(chain, {
    abi: fatefulPayerAbi,
    bytecode: fatefulPayerBytecode,
  })
  const unlisted = await deployOn(chain, {
    abi: testTokenAbi,
    bytecode: testTokenBytecode,
    args: ['Unlisted', 'NONE'],
  })
  for (const address of [tokens.GUMBY, tokens.POKEY, unlisted]) {
    const { write } = chain.token(address)
    for (const { address: owner } of [PAYER, OPERATOR, TREASURY]) {
      for (let times = 0; times < (owner === PAYER.address ? 8 : 1); times++) {
        await chain.mined(await write.faucet([AT_ONCE], chain.as(owner)))
      }
    }
    for (const spender of [batch, fateful]) {
      const approved = [spender, maxUint256] as const
      await chain.mined(await write.approve(approved, chain.as(PAYER.address)))
    }
  }
  return { tokens, unlisted, batch, fateful }
}

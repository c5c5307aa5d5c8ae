import { type Address, parseEther } from 'viem'
import { expect } from 'vitest'
import type { TestPlayer } from '#testing/player/test-player.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../contracts/generated/batch-payer.ts'
import { depositsOf } from './chain-server.ts'
import { deployOn } from './deploy-on.ts'
import type { TestChain } from './started-chain.ts'

/** Pays as contracts do, from the inside of a transaction. */
export async function insidePayer(chain: TestChain) {
  const abi = batchPayerAbi
  const address = await deployOn(chain, { abi, bytecode: batchPayerBytecode })
  return async (wallet: Address, amount: string): Promise<void> => {
    const value = parseEther(amount)
    await chain.mined(
      await chain.client.writeContract({
        ...chain.as(chain.payer),
        address,
        abi,
        functionName: 'payNative',
        args: [[wallet], [value]],
        value,
      }),
    )
  }
}

/** Blocks go by until the player's deposits are as described. */
export async function depositsBecome(
  chain: TestChain,
  player: Pick<TestPlayer, 'client'>,
  described: readonly object[],
): Promise<void> {
  const settled = async () => {
    await chain.mine(1)
    return depositsOf(player)
  }
  await expect
    .poll(settled, { interval: 500 })
    .toEqual(described.map((one) => expect.objectContaining(one)))
}

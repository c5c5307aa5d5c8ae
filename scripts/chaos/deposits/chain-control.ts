import {
  type PublicClient,
  testActions,
  walletActions,
  zeroAddress,
} from 'viem'

type EvmMine = {
  Method: 'evm_mine'
  Parameters?: undefined
  ReturnType: unknown
}

export const BLOCK_SECONDS = 1

export type ChainControl = ReturnType<typeof chainControl>

/** Controls blocks of the local chain. */
export function chainControl(client: PublicClient) {
  const control = client
    .extend(walletActions)
    .extend(testActions({ mode: 'hardhat' }))
  return {
    ...control,
    head: () => client.getBlockNumber({ cacheTime: 0 }),
    /**
     * Mines blocks one by one, since Hardhat doesn't link the hashes of blocks
     * mined at once. The call before each avoids a crash of Hardhat 3.17's log.
     */
    async mineEach(blocks: number, beforeEach?: () => Promise<void>) {
      for (let block = 0; block < blocks; block += 1) {
        await beforeEach?.()
        await client.call({ to: zeroAddress })
        await client.request<EvmMine>({ method: 'evm_mine' })
      }
    },
  }
}

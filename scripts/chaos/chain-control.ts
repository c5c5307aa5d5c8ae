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

/** As the local chain makes blocks by itself. */
export const BLOCK_SECONDS = 1

export type ChainControl = ReturnType<typeof chainControl>

/** What can be done to the local chain, beside paying on it. */
export function chainControl(client: PublicClient) {
  const control = client
    .extend(walletActions)
    .extend(testActions({ mode: 'hardhat' }))
  return {
    ...control,
    head: () => client.getBlockNumber({ cacheTime: 0 }),
    /**
     * One by one: of many mined at once, Hardhat does not link the hashes. The
     * call before each keeps Hardhat 3.17 alive: its log dies of two empty
     * blocks made by hand with a full one made by the clock between them.
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

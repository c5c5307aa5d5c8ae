export const BSC_TESTNET = 97
export const LOCAL_CHAIN = 31_337

/** Play money only: no other chain is ever talked to. */
export const TEST_CHAINS = [BSC_TESTNET, LOCAL_CHAIN] as const
export type TestChainId = (typeof TEST_CHAINS)[number]

export function isTestChain(chainId: number): chainId is TestChainId {
  return TEST_CHAINS.some((allowed) => allowed === chainId)
}

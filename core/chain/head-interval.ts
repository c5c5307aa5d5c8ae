import { LOCAL_CHAIN, type TestChainId } from './test-chains.ts'

/**
 * Blocks between two notes of the head that the indexer makes. Each one is
 * kept for good, and the testnet makes 190000 blocks a day.
 */
export function headIntervalOf(chainId: TestChainId): number {
  return chainId === LOCAL_CHAIN ? 1 : 20
}

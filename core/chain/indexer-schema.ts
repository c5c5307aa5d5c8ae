/** What tells one chain from a re-created one, and one registry from the next. */
type ChainInstance = { chainId: number; genesisHash: string; registry: string }

/**
 * The database schema whose views show what the indexer has seen of a chain
 * instance, such as `indexer_31337_1a2b3c4d_5fbdb231`. It does not exist
 * before the indexer has first caught up.
 */
export function indexerSchema(instance: ChainInstance): string {
  const genesis = instance.genesisHash.slice(2, 10)
  const registry = instance.registry.slice(2, 10)
  return `indexer_${instance.chainId}_${genesis}_${registry}`.toLowerCase()
}

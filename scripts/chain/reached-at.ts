import { nodeUrls } from '#core/chain/chains.ts'

/** Where an RPC_URL leads, to be printed: what follows a host may be a key. */
export function reachedAt(rpcUrl: string): string {
  return nodeUrls(rpcUrl)
    .map((url) => new URL(url).origin)
    .join(', ')
}

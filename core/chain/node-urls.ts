/** The nodes that an RPC_URL names, by commas; the preferred one first. */
export function nodeUrls(rpcUrl: string): string[] {
  return rpcUrl.split(',').map((url) => url.trim())
}

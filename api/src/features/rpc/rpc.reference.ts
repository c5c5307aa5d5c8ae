import { rpcAnswer, rpcRequest } from '#core/schemas/rpc.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

export const rpcReference: ReferenceSection = {
  name: 'Chain',
  description: 'Proxied read access to the deposit chain, for browser wallets.',
  routes: [
    {
      method: 'post',
      path: '/api/rpc',
      summary: 'Call a read-only JSON-RPC method',
      description: 'JSON-RPC 2.0 without batches.',
      access: 'everyone',
      body: {
        schema: rpcRequest,
        example: {
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_blockNumber',
          params: [],
        },
      },
      answer: { status: 200, schema: rpcAnswer },
    },
  ],
}

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcRequest = { method: string; params: readonly unknown[] }
export type RpcReply =
  | { result: unknown }
  | { error: { code: number; message: string } }
  /** HTTP status without a body; 0 closes the connection. */
  | { status: number; headers?: Record<string, string>; body?: string }
export type RpcAnswer = (request: RpcRequest) => RpcReply | Promise<RpcReply>

export type TestNode = { url: string; close(): void }

/** Starts a node with scripted answers. */
export async function startNode(answer: RpcAnswer): Promise<TestNode> {
  const server = createServer(async (req, res) => {
    const request = JSON.parse(Buffer.concat(await req.toArray()).toString())
    const { method, params = [] } = request
    const reply = await Promise.resolve(answer({ method, params })).catch(
      // The real node is unreachable.
      () => ({ status: 0 }),
    )
    if ('status' in reply) return refuse(res, reply)
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ jsonrpc: '2.0', id: request.id, ...reply }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close().closeAllConnections()
    },
  }
}

function refuse(
  res: ServerResponse,
  { status, headers, body }: Extract<RpcReply, { status: number }>,
): void {
  if (status === 0) res.destroy()
  else res.writeHead(status, headers).end(body)
}

/** Forwards to a real node; closes the connection if that fails. */
export function toAnswer(rpcUrl: string): RpcAnswer {
  return async ({ method, params }) => {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    }).catch(() => undefined)
    if (!response) return { status: 0 }
    const { result, error } = await response.json()
    return error ? { error } : { result }
  }
}

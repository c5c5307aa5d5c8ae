import type { RawRequest } from './raw-http.ts'

/** What a browser asks for to open a WebSocket. */
export function upgradeRequest(
  path: string,
  headers: Record<string, string>,
): RawRequest {
  return {
    method: 'GET',
    path,
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      ...headers,
    },
  }
}

import { socketMessage } from '#core/schemas/socket-message.ts'
import type { JsonSchemas } from './json-schemas.ts'
import type { Json } from './operation.ts'

export const SOCKET = {
  path: '/ws',
  name: 'Socket',
  description:
    'Push messages. Everything they carry can be read from a route as well.',
}

/** Describes the WebSocket as the request that opens it and the messages that follow. */
export function socketOperation(schemas: JsonSchemas): Json {
  const schema = schemas.of(socketMessage)
  return {
    tags: [SOCKET.name],
    operationId: 'openSocket',
    summary: 'Open the WebSocket',
    description:
      'Races and the live feed are sent to everyone; players also receive updates of their balance, bets, deposits and wallet. Each message is one JSON object as described under 101; the client sends none. The server closes with code 4401 when the session ends. `Origin` must be that of the site; requests without one must carry no cookie.',
    security: [{}, { session: [] }],
    responses: {
      101: {
        description: 'The connection is open; these messages follow.',
        content: { 'application/json': { schema } },
      },
    },
  }
}

declare module 'on-headers' {
  import type { ServerResponse } from 'node:http'

  /** Calls the listener just before the response headers are written. */
  function onHeaders(res: ServerResponse, listener: () => void): void

  export = onHeaders
}

declare module 'on-headers' {
  import type { ServerResponse } from 'node:http'

  /** Calls the listener when the headers of the answer are about to be written. */
  function onHeaders(res: ServerResponse, listener: () => void): void

  export = onHeaders
}

import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

export type HttpMessage = {
  method?: string
  headers?: Record<string, string>
  body?: string
  withinMs: number
}

export type HttpAnswer = { status: number; text: string }

/** Sends requests from one address of this machine, which fetch can not choose. */
export class HttpClient {
  readonly #agent: Agent

  /** @param keepAlive false for a new connection with each request. */
  constructor({ localAddress = '127.0.0.1', keepAlive = true } = {}) {
    this.#agent = new Agent({ localAddress, keepAlive })
  }

  /** @throws when there is no whole answer within `withinMs`. */
  async send(
    url: string,
    { body, withinMs, ...message }: HttpMessage,
  ): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(withinMs)
    const sent = request(url, { ...message, agent: this.#agent, signal })
    // A request that fails behind its answer fails the answer as well.
    sent.on('error', () => undefined).end(body)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    if (!response) throw new Error('a response event brings a response')
    const chunks: string[] = await response.setEncoding('utf8').toArray()
    return { status: response.statusCode ?? 0, text: chunks.join('') }
  }

  /** Ends the connections that are open. */
  close(): void {
    this.#agent.destroy()
  }
}

import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

export type HttpMessage = {
  method?: string
  headers?: Record<string, string>
  body?: string
  withinMs: number
}

export type HttpAnswer = { status: number; text: string }

/** Sends requests from an address of this machine, which fetch can't choose. */
export class HttpClient {
  readonly #agent: Agent

  constructor({ localAddress = '127.0.0.1', keepAlive = true } = {}) {
    this.#agent = new Agent({ localAddress, keepAlive })
  }

  /** @throws if no complete response arrives within `withinMs` */
  async send(
    url: string,
    { body, withinMs, ...message }: HttpMessage,
  ): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(withinMs)
    const sent = request(url, { ...message, agent: this.#agent, signal })
    // The response fails with it.
    sent.on('error', () => undefined).end(body)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    if (!response) throw new Error('a response event brings a response')
    const chunks: string[] = await response.setEncoding('utf8').toArray()
    return { status: response.statusCode ?? 0, text: chunks.join('') }
  }

  close(): void {
    this.#agent.destroy()
  }
}

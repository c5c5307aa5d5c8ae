import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type HttpMessage = {
  method?: string
  headers?: Record<string, string>
  body?: string
  withinMs?: number
}

export type HttpAnswer = { status: number; text: string }

const ANSWER_WITHIN_MS = 12_000

/** Sends requests from an address of this machine, which fetch can't choose. */
export class HttpClient {
  readonly #agent: Agent

  constructor({ localAddress = '127.0.0.1', keepAlive = true } = {}) {
    this.#agent = new Agent({ localAddress, keepAlive })
  }

  /** @throws if no complete response arrives in time */
  async send(
    url: string,
    { body, withinMs = ANSWER_WITHIN_MS, ...message }: HttpMessage,
  ): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(withinMs)
    const sent = request(url, { ...message, agent: this.#agent, signal })
    // The response fails with it.
    sent.on('error', () => undefined).end(body)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    if (!response) throw new Error('a response event brings a response')
    return { status: response.statusCode ?? 0, text: await text(response) }
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Returns a POST request with JSON. */
export function post(
  cookie: string,
  body: unknown,
  headers: Record<string, string> = {},
): HttpMessage {
  return {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
}

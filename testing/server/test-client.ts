import { expect } from 'vitest'

export type Answer = {
  status: number
  headers: Headers
  text: string
  /** Parsed JSON; undefined for other types. */
  body: unknown
}

export type TestHeaders = Record<string, string>

/** Sends requests like a browser tab, with its cookies. */
export class TestClient {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The Cookie header of the next request; undefined without cookies. */
  get cookie(): string | undefined {
    const pairs = [...this.#cookies].map(([name, value]) => `${name}=${value}`)
    return pairs.length > 0 ? pairs.join('; ') : undefined
  }

  /** The session's cookie, decoded; empty while signed out. */
  get sid(): string {
    return decodeURIComponent(this.#cookies.get('sid') ?? '')
  }

  at(origin: string): TestClient {
    const other = new TestClient(origin)
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value)
    return other
  }

  get(path: string, headers?: TestHeaders): Promise<Answer> {
    return this.send(path, { method: 'GET', ...(headers && { headers }) })
  }

  /** @param body sent as JSON; left out, the request has none. */
  post(path: string, body?: unknown, headers?: TestHeaders): Promise<Answer> {
    return this.#sendJson('POST', path, { body, headers })
  }

  put(path: string, body?: unknown, headers?: TestHeaders): Promise<Answer> {
    return this.#sendJson('PUT', path, { body, headers })
  }

  #sendJson(
    method: string,
    path: string,
    { body, headers }: { body: unknown; headers: TestHeaders | undefined },
  ): Promise<Answer> {
    if (body === undefined)
      return this.send(path, { method, headers: headers ?? {} })
    return this.send(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  async send(path: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (this.cookie) headers.set('Cookie', this.cookie)
    const response = await fetch(this.#origin + path, { ...init, headers })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = await response.text()
    const isJson = response.headers.get('Content-Type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    }
  }

  #keep(setCookie: string): void {
    const [pair = '', ...attributes] = setCookie.split('; ')
    const [name = '', value = ''] = pair.split('=')
    const expires = attributes.find((text) => text.startsWith('Expires='))
    const isOver = expires && Date.parse(expires.slice(8)) <= Date.now()
    if (isOver) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

/** Expects success. @returns the body. */
export function fine({ status, body, text }: Answer, wanted = 200): unknown {
  expect(status, text).toBe(wanted)
  return body
}

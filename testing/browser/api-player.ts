import { expect } from 'vitest'
import { type User, user } from '#core/schemas/user.ts'
import { type WalletInfo, walletInfo } from '#core/schemas/wallet.ts'
import { newName, PASSWORD } from './player.ts'

/** A player without a browser: signed in, and asking the API by itself. */
export class ApiPlayer {
  readonly username: string
  readonly #cookie: string
  /** Where the product runs; a restart may move it. */
  url: string

  constructor(url: string, username: string, cookie: string) {
    this.url = url
    this.username = username
    this.#cookie = cookie
  }

  static async register(url: string): Promise<ApiPlayer> {
    const username = newName()
    const answer = await fetch(`${url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ username, password: PASSWORD }),
    })
    expect(answer.status).toBe(201)
    const [cookie = ''] = answer.headers.getSetCookie()
    return new ApiPlayer(url, username, cookie.split(';')[0] ?? '')
  }

  async user(): Promise<User> {
    return user.parse(await this.get('/api/user'))
  }

  async wallet(): Promise<WalletInfo> {
    return walletInfo.parse(await this.get('/api/wallet/info'))
  }

  async generateWallet(): Promise<void> {
    await this.#send('/api/wallet/generate', 'POST')
  }

  get(path: string): Promise<unknown> {
    return this.#send(path, 'GET')
  }

  async #send(path: string, method: string): Promise<unknown> {
    const headers = { cookie: this.#cookie, origin: this.url }
    const answer = await fetch(this.url + path, { method, headers })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return answer.json()
  }
}

import type { PasswordHashing } from '../../api/src/players/auth/passwords.ts'

/** Records its calls, and blocks those made between `hold` and `letGo`. */
export class HeldHashing implements PasswordHashing {
  readonly asked: string[] = []
  #gate = Promise.withResolvers<void>()

  constructor() {
    this.letGo()
  }

  hold(): void {
    this.#gate = Promise.withResolvers()
  }

  letGo(): void {
    this.#gate.resolve()
  }

  async hash(password: string): Promise<string> {
    this.asked.push(`hash ${password}`)
    await this.#gate.promise
    return `hash of ${password}`
  }

  async verify(hashed: string, password: string): Promise<boolean> {
    this.asked.push(`verify ${hashed}`)
    await this.#gate.promise
    return hashed === `hash of ${password}`
  }
}

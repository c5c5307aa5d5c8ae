import type { WebSocket } from 'ws'

/** Who is at the other end; undefined for a visitor. */
export type Caller = { userId: string; digest: string } | undefined

export type Connection = {
  socket: WebSocket
  caller: Caller
  /** The header that the caller came with. */
  cookie: string | undefined
  /** It answered the last ping. */
  alive: boolean
}

/** Open sockets, found by player without looking at all of them. */
export class Connections {
  readonly #all = new Set<Connection>()
  readonly #byPlayer = new Map<string, Set<Connection>>()

  all(): Iterable<Connection> {
    return this.#all
  }

  ofPlayer(userId: string): Iterable<Connection> {
    return this.#byPlayer.get(userId) ?? []
  }

  add(connection: Connection): void {
    this.#all.add(connection)
    if (!connection.caller) return
    const { userId } = connection.caller
    const own = this.#byPlayer.get(userId)
    if (own) own.add(connection)
    else this.#byPlayer.set(userId, new Set([connection]))
  }

  delete(connection: Connection): void {
    this.#all.delete(connection)
    if (!connection.caller) return
    const { userId } = connection.caller
    const own = this.#byPlayer.get(userId)
    own?.delete(connection)
    if (own?.size === 0) this.#byPlayer.delete(userId)
  }
}

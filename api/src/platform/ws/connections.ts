import type { WebSocket } from 'ws'

/** Far more than a player has tabs. */
const SOCKETS_OF_PLAYER_MAX = 50

/** Who is at the other end; undefined for a visitor. */
export type Caller = { userId: string; digest: string } | undefined

type Origin = {
  caller: Caller
  /** What the caller's address counts as. */
  network: string
}

export type Connection = Origin & {
  socket: WebSocket
  /** The header that the caller came with. */
  cookie: string | undefined
  /** It answered the last ping. */
  alive: boolean
}

type Group = Map<string, Set<Connection>>

/** Open sockets, found by player without looking at all of them. */
export class Connections {
  readonly #perNetwork: number
  readonly #all = new Set<Connection>()
  readonly #byPlayer: Group = new Map()
  readonly #byNetwork: Group = new Map()

  /** @param perNetwork sockets of one network at most. */
  constructor(perNetwork: number) {
    this.#perNetwork = perNetwork
  }

  all(): Iterable<Connection> {
    return this.#all
  }

  ofPlayer(userId: string): Iterable<Connection> {
    return this.#byPlayer.get(userId) ?? []
  }

  /** Whether a player or network has as many as there may be. */
  isFullFor({ caller, network }: Origin): boolean {
    const own = caller && this.#byPlayer.get(caller.userId)
    const near = this.#byNetwork.get(network)
    return (
      (own?.size ?? 0) >= SOCKETS_OF_PLAYER_MAX ||
      (near?.size ?? 0) >= this.#perNetwork
    )
  }

  add(connection: Connection): void {
    const { caller, network } = connection
    this.#all.add(connection)
    join(this.#byNetwork, network, connection)
    if (caller) join(this.#byPlayer, caller.userId, connection)
  }

  delete(connection: Connection): void {
    const { caller, network } = connection
    this.#all.delete(connection)
    leave(this.#byNetwork, network, connection)
    if (caller) leave(this.#byPlayer, caller.userId, connection)
  }
}

function join(group: Group, key: string, connection: Connection): void {
  const own = group.get(key)
  if (own) own.add(connection)
  else group.set(key, new Set([connection]))
}

function leave(group: Group, key: string, connection: Connection): void {
  const own = group.get(key)
  own?.delete(connection)
  if (own?.size === 0) group.delete(key)
}

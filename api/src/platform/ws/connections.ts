import type { WebSocket } from 'ws'

/** Per player; far more than anyone has tabs. */
const SOCKETS_OF_PLAYER_MAX = 50

/** Player of a socket; undefined for a visitor. */
export type Caller = { userId: string; digest: string } | undefined

type Origin = {
  caller: Caller
  network: string
}

export type Connection = Origin & {
  socket: WebSocket
  /** Cookie header of the upgrade. */
  cookie: string | undefined
  /** True when it answered the last ping. */
  alive: boolean
}

type Group = Map<string, Set<Connection>>

/** Open sockets, indexed by player and network. */
export class Connections {
  readonly #perNetwork: number
  readonly #all = new Set<Connection>()
  readonly #byPlayer: Group = new Map()
  readonly #byNetwork: Group = new Map()

  /** @param perNetwork maximum of sockets per network. */
  constructor(perNetwork: number) {
    this.#perNetwork = perNetwork
  }

  all(): Iterable<Connection> {
    return this.#all
  }

  ofPlayer(userId: string): Iterable<Connection> {
    return this.#byPlayer.get(userId) ?? []
  }

  /** True when the player or the network has no sockets left. */
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

import { connect, type Socket } from 'node:net'
import { requestText, upgradeRequest } from '../../load/raw-http.ts'

const HEAD_END = '\r\n\r\n'
const SWITCHED = 'HTTP/1.1 101'
const OPCODE = { text: 0x1, ping: 0x9 }
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
/** Longer payloads tell their length in two bytes; there are none of eight. */
const LENGTH_IN_TWO_BYTES = 126

/**
 * A WebSocket that costs next to nothing beside the server's end of it: it
 * answers pings and hands on texts, cut from frames without any check.
 */
export class RawSocket {
  readonly #socket: Socket
  readonly #onText: (text: Buffer) => void
  #unread: Buffer = Buffer.alloc(0)

  private constructor(socket: Socket, onText: (text: Buffer) => void) {
    this.#socket = socket
    this.#onText = onText
  }

  /** @throws where the server does not switch protocols. */
  static async open(
    { cookie, url }: { url: string; cookie: string },
    onText: (text: Buffer) => void,
  ): Promise<RawSocket> {
    const { host, origin, hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const opened = new RawSocket(socket, onText)
    socket.write(requestText(upgradeRequest('/ws', { cookie, host, origin })))
    await opened.#switched()
    return opened
  }

  /** Reads no more, as a browser that was put to sleep. */
  sleep(): void {
    this.#socket.pause()
  }

  /** Reads what is left. @returns when the other end has ended it. */
  async ended(): Promise<void> {
    if (this.#socket.destroyed) return
    const closed = new Promise<void>((resolve) =>
      this.#socket.once('close', () => resolve()),
    )
    this.#socket.resume()
    await closed
  }

  close(): void {
    this.#socket.destroy()
  }

  async #switched(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.on('error', reject).once('close', () => {
        reject(new Error('The socket was refused'))
      })
      this.#socket.once('data', (data: Buffer) => {
        const end = data.indexOf(HEAD_END)
        const isOpen = data.toString('latin1').startsWith(SWITCHED)
        if (!isOpen || end < 0) return reject(new Error(data.toString()))
        this.#socket.on('data', (more: Buffer) => this.#read(more))
        this.#read(data.subarray(end + HEAD_END.length))
        resolve()
      })
    })
  }

  #read(data: Buffer): void {
    let rest =
      this.#unread.length > 0 ? Buffer.concat([this.#unread, data]) : data
    for (let frame = frameIn(rest); frame; frame = frameIn(rest)) {
      if (frame.opcode === OPCODE.ping) this.#socket.write(PONG)
      if (frame.opcode === OPCODE.text) this.#onText(frame.payload)
      rest = rest.subarray(frame.end)
    }
    this.#unread = rest
  }
}

function frameIn(data: Buffer) {
  if (data.length < 4) return shortFrameIn(data)
  const first = data.readUInt8(1)
  const isLong = first === LENGTH_IN_TWO_BYTES
  const start = isLong ? 4 : 2
  const end = start + (isLong ? data.readUInt16BE(2) : first)
  if (data.length < end) return undefined
  const opcode = data.readUInt8(0) & 0x0f
  return { opcode, payload: data.subarray(start, end), end }
}

/** Of two or three bytes: a ping without a payload. */
function shortFrameIn(data: Buffer) {
  if (data.length < 2 || data.readUInt8(1) !== 0) return undefined
  const opcode = data.readUInt8(0) & 0x0f
  return { opcode, payload: Buffer.alloc(0), end: 2 }
}

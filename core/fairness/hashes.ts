/**
 * The two hash functions of FIPS 180-4 and RFC 2104 that fairness rests on,
 * given by the caller: Node's native ones on the server, @noble/hashes in the
 * browser. Text stands for its UTF-8 bytes; a digest is 64 lower-case hex
 * characters.
 */
export type Hashes = {
  sha256(data: Bytes): string
  /** Of the bytes that lower-case hex text stands for. */
  sha256OfHex(hex: string): string
  hmacSha256(key: Bytes, message: Bytes): string
}

export type Bytes = Uint8Array | string

const encoder = new TextEncoder()

/** UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Two lower-case hex characters a byte. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX_OF_BYTE[byte]
  return hex
}

/** The bytes of lower-case hex text; the text is ours, so its form is asserted by the caller's schema. */
export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2)
  for (let index = 0; index < bytes.length; index += 1) {
    const high = digitOf(hex.charCodeAt(index * 2))
    bytes[index] = high * 16 + digitOf(hex.charCodeAt(index * 2 + 1))
  }
  return bytes
}

/** Of the character codes of 0 to 9 and a to f. */
function digitOf(code: number): number {
  return code <= 57 ? code - 48 : code - 87
}

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

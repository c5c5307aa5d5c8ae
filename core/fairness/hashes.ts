/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104), provided by the caller: native on
 * the server, @noble/hashes in the browser. Text is hashed as UTF-8; a digest is
 * 64 lower-case hex characters.
 */
export type Hashes = {
  sha256(data: Bytes): string
  /** Hashes the bytes encoded as lower-case hex. */
  sha256OfHex(hex: string): string
  hmacSha256(key: Bytes, message: Bytes): string
}

export type Bytes = Uint8Array | string

const encoder = new TextEncoder()

/** Encodes text as UTF-8. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Encodes bytes as lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += HEX_OF_BYTE[byte]
  return hex
}

/** Decodes lower-case hex, which the caller has validated. */
export function fromHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2)
  for (let index = 0; index < bytes.length; index += 1) {
    const high = toHexDigit(hex.charCodeAt(index * 2))
    bytes[index] = high * 16 + toHexDigit(hex.charCodeAt(index * 2 + 1))
  }
  return bytes
}

/** Decodes the character code of 0 to 9 or a to f. */
function toHexDigit(code: number): number {
  return code <= 57 ? code - 48 : code - 87
}

const HEX_OF_BYTE = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

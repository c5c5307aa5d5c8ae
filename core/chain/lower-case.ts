/** @returns an address or hash as it is stored and compared: in lower case. */
export function lowerCase(hex: string): `0x${string}` {
  return `0x${hex.slice(2).toLowerCase()}`
}

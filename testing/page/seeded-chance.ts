import { expect, vi } from 'vitest'
import { fromHex } from '#core/fairness/hashes.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'

/** Derives client seeds from the test's name, so that its rounds are reproducible. */
export function seedChance(): void {
  const { currentTestName } = expect.getState()
  let drawn = 0
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    drawn += 1
    const bytes = fromHex(nobleHashes.sha256(`${currentTestName}:${drawn}`))
    const { buffer, byteOffset, byteLength } = array
    const view = new Uint8Array(buffer, byteOffset, byteLength)
    view.set(bytes.subarray(0, byteLength))
    return array
  })
}

import { assert } from '#core/assert.ts'
import type { Secrets } from '../../platform/platform.ts'
import {
  type Ed25519Signer,
  ed25519Signer,
  PRIVATE_KEY_BYTES,
} from '../../platform/secrets/ed25519.ts'
import type { ReceiptKeyRow, ReceiptKeysStore } from './receipt-keys.store.ts'

type KeyDeps = Secrets & { store: ReceiptKeysStore }

/** The house's newest key, which is made where there is none. */
export async function openReceiptSigner(deps: KeyDeps): Promise<Ed25519Signer> {
  const { box, store } = deps
  if ((await store.all()).length === 0) await addReceiptKey(deps)
  const [newest] = await store.all()
  assert(newest !== undefined, 'the house has a key')
  const { publicKey, sealedKey } = newest
  const signer = ed25519Signer(box.open(sealedKey, contextOf(publicKey)))
  assert(signer.publicKey === publicKey, 'a sealed key is that of its row')
  return signer
}

/** Makes the key that signs from each process's next start on. @returns its public half. */
async function addReceiptKey({
  box,
  entropy,
  store,
}: KeyDeps): Promise<string> {
  const [newest] = await store.all()
  const privateKey = entropy(PRIVATE_KEY_BYTES)
  const { publicKey } = ed25519Signer(privateKey)
  const sealedKey = box.seal(privateKey, contextOf(publicKey))
  await store.add({ number: numberAfter(newest), publicKey, sealedKey })
  return publicKey
}

function numberAfter(newest: ReceiptKeyRow | undefined): number {
  return (newest?.number ?? 0) + 1
}

function contextOf(publicKey: string): string {
  return `receipt-key:${publicKey}`
}

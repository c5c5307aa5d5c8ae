import { type Address, recoverMessageAddress } from 'viem'
import {
  createSiweMessage,
  parseSiweMessage,
  type SiweMessage,
} from 'viem/siwe'
import { SIWE_STATEMENTS, type SiweProof } from '#core/api/siwe.ts'
import { Refusal } from '#core/refusals.ts'

/** Site and chain that a message must name. */
export type SiweAudience = {
  site: URL
  chainId: number
}

const STATEMENTS: readonly unknown[] = Object.values(SIWE_STATEMENTS)

/**
 * Parses a sign-in message with one of our statements. Only its one canonical
 * form is accepted, so that the message says exactly what the wallet shows.
 *
 * @throws siwe_malformed
 * @see https://eips.ethereum.org/EIPS/eip-4361
 */
export function readSiweMessage(text: string): SiweMessage {
  const { address, chainId, domain, nonce, uri, version, ...others } =
    parseSiweMessage(text)
  if (address && chainId && domain && nonce && uri && version) {
    const message = { address, chainId, domain, nonce, uri, version, ...others }
    const isWhole = written(message) === text
    if (isWhole && isInOurWords(message)) return message
  }
  throw new Refusal('siwe_malformed')
}

/** Fixed statements, or other sites could get their own text signed for this one. */
function isInOurWords({ statement, resources }: SiweMessage): boolean {
  return STATEMENTS.includes(statement) && resources === undefined
}

/** Returns undefined if a field is invalid. */
function written(message: SiweMessage): string | undefined {
  try {
    return createSiweMessage(message)
  } catch {
    return undefined
  }
}

/**
 * Refuses a message for another site, chain or time.
 *
 * @throws siwe_wrong_domain, siwe_wrong_chain, siwe_not_yet_valid, siwe_expired
 */
export function checkSiweMessage(
  message: SiweMessage,
  { site, chainId }: SiweAudience,
  now: Date,
): void {
  const { expirationTime, notBefore, scheme } = message
  const isOurs =
    message.domain === site.host &&
    message.uri === site.origin &&
    (scheme === undefined || `${scheme}:` === site.protocol)
  if (!isOurs) {
    const signedFor = message.domain
    throw new Refusal('siwe_wrong_domain', { origin: site.origin, signedFor })
  }
  if (message.chainId !== chainId) {
    const signedFor = message.chainId
    throw new Refusal('siwe_wrong_chain', { chainId, signedFor })
  }
  if (notBefore && now < notBefore) throw new Refusal('siwe_not_yet_valid')
  if (expirationTime && now >= expirationTime) throw new Refusal('siwe_expired')
}

/**
 * Refuses a signature of another account. Supports externally owned accounts
 * only, since a contract's signature can't be verified without its chain.
 *
 * @throws siwe_wrong_signature
 */
export async function checkSiweSignature(
  address: Address,
  { message, signature }: SiweProof,
): Promise<void> {
  // Rejects a malformed signature.
  const signer = await recoverMessageAddress({ message, signature }).catch(
    () => undefined,
  )
  if (signer !== address) throw new Refusal('siwe_wrong_signature', { address })
}

import { hash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import { type Address, recoverMessageAddress } from 'viem'
import {
  createSiweMessage,
  parseSiweMessage,
  type SiweMessage,
} from 'viem/siwe'
import {
  SIWE_STATEMENTS,
  type SiweNonce,
  type SiweProof,
  type SiwePurpose,
  type SiweSignIn,
  type SiweSite,
} from '#core/api/siwe.ts'
import { LOCAL_CHAIN, type TestChainId } from '#core/chain/chains.ts'
import { NETWORKS } from '#core/chain/networks.ts'
import { Refusal } from '#core/refusals.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SignedIn } from '../sessions/sessions.service.ts'
import type { AuthService } from './auth.service.ts'
import { signInWallets, siweNonces, users } from './auth.table.ts'
import type { LoginLimits } from './login-limits.ts'
import { NO_PASSWORD } from './passwords.ts'

const NONCE_BYTES = 16
export const NONCE_LIFETIME_MS = 10 * 60 * 1_000

/** Sender of a proof: the browser's secret and its network. */
export type SiweCaller = { secret: string; network: string }

/** Site and chain that a message must name. */
type SiweAudience = { site: URL; chainId: TestChainId }

export type SiweService = ReturnType<typeof createSiwe>

/** Creates the service of Sign-In with Ethereum (EIP-4361). */
export function createSiwe(
  { clock, db, entropy }: Pick<Platform, 'clock' | 'db' | 'entropy'>,
  {
    auth,
    chainId,
    limits,
    rpcUrl,
    site,
    walletConnectProjectId,
  }: SiweAudience & {
    auth: AuthService
    limits: LoginLimits
    /** URL of our node; sent to players on a local chain only. */
    rpcUrl: string | undefined
    walletConnectProjectId: string | undefined
  },
) {
  /** Waits for concurrent calls with the same wallet, which enroll one player. */
  async function enrollUnlessKnown(tx: Transaction, address: Address) {
    const id = newId()
    const { rowCount } = await tx
      .insert(signInWallets)
      .values({ address, userId: id })
      .onConflictDoNothing()
    if (!rowCount) return
    const player = { id, username: address, password: NO_PASSWORD }
    await auth.createUser(tx, player, 'wallet_name_taken')
  }

  /**
   * Verifies a proof for this purpose, and runs an action in the transaction
   * that uses up its nonce. A wrong proof counts against the network alone,
   * since signatures can't be guessed.
   */
  function withProof<T>(
    proof: SiweProof,
    purpose: SiwePurpose,
    { secret, network }: SiweCaller,
    act: (tx: Transaction, address: Address) => Promise<T>,
  ): Promise<T> {
    return limits.tryProof(network, async () => {
      const message = readSiweMessage(proof.message)
      const { address, nonce } = message
      const now = clock()
      if (message.statement !== SIWE_STATEMENTS[purpose])
        throw new Refusal('siwe_other_purpose')
      checkSiweMessage(message, { site, chainId }, now)
      await checkSiweSignature(address, proof)
      const isValid = and(
        eq(siweNonces.nonce, nonce),
        eq(siweNonces.holder, hashHolder(secret)),
        gt(siweNonces.expiresAt, now),
      )
      return db.transaction(async (tx) => {
        // Fails for all but one of concurrent transactions.
        const { rowCount } = await tx.delete(siweNonces).where(isValid)
        if (!rowCount) throw new Refusal('siwe_nonce_unknown')
        return act(tx, address)
      })
    })
  }

  return {
    withProof,

    site(): SiweSite {
      const { name } = NETWORKS[chainId]
      const isLocal = chainId === LOCAL_CHAIN
      return {
        network: { chainId, name, ...(isLocal && rpcUrl && { rpcUrl }) },
        ...(walletConnectProjectId && { walletConnectProjectId }),
      }
    },

    /** Makes a nonce for the browser with this secret, and deletes expired ones. */
    async newNonce(secret: string): Promise<SiweNonce> {
      const now = clock()
      const nonce = Buffer.from(entropy(NONCE_BYTES)).toString('hex')
      const expiresAt = new Date(now.getTime() + NONCE_LIFETIME_MS)
      await db.delete(siweNonces).where(lte(siweNonces.expiresAt, now))
      const holder = hashHolder(secret)
      await db.insert(siweNonces).values({ nonce, holder, expiresAt })
      return { nonce, expiresAt: expiresAt.toISOString() }
    },

    /**
     * Signs in to the wallet's account, or creates one if requested. A refusal
     * leaves the nonce unused, so that the same proof can be sent again.
     */
    signIn: (
      { newAccount = false, ...proof }: SiweSignIn,
      caller: SiweCaller,
    ): Promise<SignedIn> =>
      withProof(proof, 'sign-in', caller, async (tx, address) => {
        if (newAccount) await enrollUnlessKnown(tx, address)
        const owner = await walletOwner(tx, address)
        if (!owner) throw new Refusal('no_account')
        return owner
      }),
  }
}

export async function walletOwner(tx: Transaction, address: Address) {
  const [row] = await tx
    .select({ id: users.id, signInVersion: users.signInVersion })
    .from(signInWallets)
    .innerJoin(users, eq(users.id, signInWallets.userId))
    .where(eq(signInWallets.address, address))
  return row
}

function hashHolder(secret: string): string {
  return hash('sha256', secret)
}

const STATEMENTS: readonly unknown[] = Object.values(SIWE_STATEMENTS)

/**
 * Parses a sign-in message (https://eips.ethereum.org/EIPS/eip-4361). Accepts
 * only its canonical form with one of our statements, so that the wallet shows
 * exactly what it says.
 */
function readSiweMessage(text: string): SiweMessage {
  const { address, chainId, domain, nonce, uri, version, ...others } =
    parseSiweMessage(text)
  if (address && chainId && domain && nonce && uri && version) {
    const message = { address, chainId, domain, nonce, uri, version, ...others }
    // Fixed statements, or other sites could get their own text signed for this one.
    const isOurs =
      STATEMENTS.includes(message.statement) && message.resources === undefined
    if (isOurs && toText(message) === text) return message
  }
  throw new Refusal('siwe_malformed')
}

/** Returns undefined if a field is invalid. */
function toText(message: SiweMessage): string | undefined {
  try {
    return createSiweMessage(message)
  } catch {
    return undefined
  }
}

function checkSiweMessage(
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

/** Refuses others' signatures; a contract's needs its chain to be verified. */
async function checkSiweSignature(
  address: Address,
  { message, signature }: SiweProof,
): Promise<void> {
  // Rejects a malformed signature.
  const signer = await recoverMessageAddress({ message, signature }).catch(
    () => undefined,
  )
  if (signer !== address) throw new Refusal('siwe_wrong_signature', { address })
}

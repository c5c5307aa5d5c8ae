import type { Page } from 'playwright-core'
import { type Hex, isHex, type LocalAccount, parseEther, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { localNodeUrl, type RpcAnswer, requestNode } from './local-node.ts'

export const WALLET_NAME = 'Test Wallet'

/**
 * A wallet extension in the browser (EIP-6963, EIP-1193), with an account on the
 * product's local chain. Tests decline, lock and switch it as its owner would.
 */
export class BrowserWallet {
  /** Methods that its owner declines, such as personal_sign. */
  declines: string | undefined
  isLocked = false
  /** False until its owner has added the chain. */
  knowsChain = true
  /** False for a wallet that answers a request to switch chains without switching. */
  doesSwitch = true
  /** Called before it signs, while the page waits. */
  onSign: () => Promise<void> = async () => undefined
  account: string
  /** Set without an event for the page. */
  chainId: string
  readonly #page: Page
  /** The only chain that it signs for. */
  readonly #homeChainId: string
  #isConnected = false

  private constructor(page: Page, account: string, chainId: string) {
    this.#page = page
    this.account = account
    this.chainId = chainId
    this.#homeChainId = chainId
  }

  /**
   * Installs the wallet. Call it before the page opens.
   *
   * @param has balance of its new account
   */
  static async install(
    page: Page,
    has: 'coins' | 'nothing' = 'coins',
  ): Promise<BrowserWallet> {
    const { result } = await requestNode('eth_chainId')
    const account = await newAccount(has)
    const wallet = new BrowserWallet(page, account, String(result))
    await page.exposeFunction(
      'requestTestWallet',
      (method: string, params: unknown[]) => wallet.#answer(method, params),
    )
    await page.addInitScript(installProvider, WALLET_NAME)
    return wallet
  }

  /** Switches to a new account, or back to an earlier one. */
  async switchAccount(account?: string): Promise<void> {
    this.account = account ?? (await newAccount('coins'))
    await this.#emit('accountsChanged', [this.account])
  }

  async switchChain(chainId: string): Promise<void> {
    this.chainId = chainId
    await this.#emit('chainChanged', chainId)
  }

  async lock(): Promise<void> {
    this.isLocked = true
    await this.#emit('accountsChanged', [])
  }

  async #answer(method: string, params: unknown[]): Promise<RpcAnswer> {
    if (this.declines === method) return refused(4001, 'User rejected')
    switch (method) {
      case 'eth_accounts':
        return { result: this.#isShown() ? [this.account] : [] }
      case 'eth_requestAccounts':
        if (this.isLocked) return refused(4001, 'Not unlocked')
        this.#isConnected = true
        return { result: [this.account] }
      case 'eth_chainId':
        return { result: this.chainId }
      case 'wallet_revokePermissions':
        this.#isConnected = false
        return { result: null }
      case 'wallet_addEthereumChain': {
        const { chainId, rpcUrls } = chainAddition.parse(params[0])
        const isOurs = rpcUrls[0] === localNodeUrl()
        if (!isOurs) return refused(-32602, 'Wrong RPC URL')
        this.knowsChain = true
        // Switches at once, as real wallets do.
        await this.switchChain(chainId)
        return { result: null }
      }
      case 'wallet_switchEthereumChain':
        if (!this.knowsChain) return refused(4902, 'Unrecognized chain ID')
        if (this.doesSwitch)
          await this.switchChain(chainSwitch.parse(params[0]).chainId)
        return { result: null }
      case 'eth_sendTransaction':
      case 'personal_sign':
        return this.#sign(method, params)
      default:
        return requestNode(method, params)
    }
  }

  /** Waits for the owner's decision, while other requests go on. */
  async #sign(method: string, params: unknown[]): Promise<RpcAnswer> {
    const sends = method === 'eth_sendTransaction'
    const { from, chainId = this.#homeChainId } = transaction.parse(
      sends ? params[0] : { from: params[1] },
    )
    const signer = signers.get(this.account)
    const isOurs = from.toLowerCase() === this.account
    if (!(isOurs && signer)) return refused(4100, 'Unauthorized')
    await this.onSign()
    if (!this.#isShown()) return refused(4100, 'Unauthorized')
    const isElsewhere = Number(chainId) !== Number(this.chainId)
    if (sends && isElsewhere) return refused(4901, 'Disconnected from chain')
    if (sends) return requestNode(method, params)
    const raw = hex.parse(params[0])
    return { result: await signer.signMessage({ message: { raw } }) }
  }

  #isShown(): boolean {
    return this.#isConnected && !this.isLocked
  }

  async #emit(event: string, detail: unknown): Promise<void> {
    await this.#page.evaluate(
      ([name, value]) =>
        window.dispatchEvent(
          new CustomEvent(`test-wallet:${name}`, { detail: value }),
        ),
      [event, detail] as const,
    )
  }
}

const hex = z.custom<Hex>(isHex)
const chainSwitch = z.object({ chainId: z.string() })
const chainAddition = chainSwitch.extend({ rpcUrls: z.array(z.string()) })
const transaction = chainSwitch.partial().extend({ from: z.string() })

function refused(code: number, message: string): RpcAnswer {
  return { result: undefined, error: { code, message } }
}

/** Methods that need an account, which the chain itself does not have. */
const signers = new Map<string, LocalAccount>()

/** A funded account of the local chain. */
async function newAccount(has: 'coins' | 'nothing'): Promise<string> {
  const signer = privateKeyToAccount(generatePrivateKey())
  const address = signer.address.toLowerCase()
  signers.set(address, signer)
  await requestNode('hardhat_impersonateAccount', [address])
  if (has === 'coins') {
    await requestNode('hardhat_setBalance', [
      address,
      toHex(parseEther('1000')),
    ])
  }
  return address
}

type SendRequest = (method: string, params: unknown[]) => Promise<RpcAnswer>

/**
 * Runs in the page, before its scripts: announces a provider that forwards all
 * requests to the test.
 */
function installProvider(name: string): void {
  const sendRequest: SendRequest = Reflect.get(window, 'requestTestWallet')
  const listeners = new Map<unknown, EventListener>()
  const provider = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      const { result, error } = await sendRequest(method, params ?? [])
      if (!error) return result
      throw Object.assign(new Error(error.message), { code: error.code })
    },
    on(event: string, listener: (value: unknown) => void) {
      const onEvent = (event: Event) =>
        listener(event instanceof CustomEvent ? event.detail : undefined)
      listeners.set(listener, onEvent)
      window.addEventListener(`test-wallet:${event}`, onEvent)
    },
    removeListener(event: string, listener: unknown) {
      const onEvent = listeners.get(listener)
      if (onEvent) window.removeEventListener(`test-wallet:${event}`, onEvent)
    },
  }
  const info = {
    name,
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'example.test-wallet',
  }
  // Twice, as some wallets do.
  const uuids = [1, 2].map((n) => `350670db-19fa-4704-a166-e52e178b59d${n}`)
  const announce = () => {
    for (const uuid of uuids) {
      window.dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: Object.freeze({ info: { uuid, ...info }, provider }),
        }),
      )
    }
  }
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

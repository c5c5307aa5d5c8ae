import { ApiError } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'

/** The wallet changed to another account while it was signing. */
export class AccountSwitched extends Error {
  override readonly name = 'AccountSwitched'
}

/** The wallet did not switch chains in time. */
export class ChainNotSwitched extends Error {
  override readonly name = 'ChainNotSwitched'
}

/** The payment may have been sent. */
export const UNCLEAR =
  'Your wallet didn’t confirm whether it sent the payment. Check its activity before you try again: if it was sent, you’ll get your coins automatically.'

const LOCKED =
  'Your wallet is locked or isn’t letting this site use that account. Unlock it, then try again.'
const OTHER_CHAIN =
  'Your wallet switched to another network. Nothing happened. Switch back, then try again.'
const ACCOUNT_SWITCHED =
  'You switched accounts in your wallet. Check the address above and try again.'

/** Provider and JSON-RPC errors (EIP-1193, EIP-1474). */
const MESSAGES_BY_CODE: Readonly<Record<number, string>> = {
  4001: 'You declined in your wallet. Nothing happened. Try again whenever you like.',
  4100: LOCKED,
  4200: 'Your wallet can’t do that. Try another one.',
  4900: 'Your wallet lost its connection. Open it, then try again.',
  4901: OTHER_CHAIN,
  4902: 'Your wallet doesn’t have this network. Add it there, then try again.',
  [-32002]:
    'Your wallet already has an open request. Open it and respond there.',
}

/** Errors of wagmi, viem and ours, thrown before a request reaches the wallet. */
const MESSAGES_BY_NAME: Readonly<Record<string, string>> = {
  AccountSwitched: ACCOUNT_SWITCHED,
  ConnectorNotConnectedError: LOCKED,
  ConnectorAccountNotFoundError: ACCOUNT_SWITCHED,
  ConnectorChainMismatchError: OTHER_CHAIN,
  ChainMismatchError: OTHER_CHAIN,
  ChainNotSwitched:
    'Your wallet is still on another network. Confirm the switch there, or pick the network in your wallet, then try again.',
}

/** Nodes word it differently, and wallets pass it on. */
const LACKS_FUNDS =
  /insufficient (funds|balance)|enough funds|exceeds (the )?balance/i

export function walletErrorText(error: Error): string {
  // A bare TypeError is fetch's: libraries wrap what a wallet throws.
  return error instanceof TypeError
    ? errorMessage(error)
    : connectErrorText(error)
}

/** Connecting involves only the wallet, so the server is never to blame. */
export function connectErrorText(error: Error): string {
  return (
    knownErrorText(error) ??
    'Your wallet didn’t respond as expected. Open it, unlock it, and try again.'
  )
}

export function paymentErrorText(error: Error): string {
  if (LACKS_FUNDS.test(joinMessages(error))) {
    return 'This wallet doesn’t have enough for the amount and the network fee. Send less, or get some first.'
  }
  return knownErrorText(error) ?? UNCLEAR
}

function knownErrorText(error: Error): string | undefined {
  return error instanceof ApiError ? errorMessage(error) : textByCause(error)
}

/** Searches the chain of causes: libraries wrap errors, some several times. */
function textByCause(error: unknown): string | undefined {
  if (!(error instanceof Object)) return undefined
  const name = 'name' in error ? String(error.name) : ''
  const code = 'code' in error ? Number(error.code) : Number.NaN
  const cause = 'cause' in error ? error.cause : undefined
  return MESSAGES_BY_NAME[name] ?? MESSAGES_BY_CODE[code] ?? textByCause(cause)
}

function joinMessages(error: unknown): string {
  if (!(error instanceof Object)) return ''
  const message = 'message' in error ? String(error.message) : ''
  const cause = 'cause' in error ? joinMessages(error.cause) : ''
  return `${message} ${cause}`
}

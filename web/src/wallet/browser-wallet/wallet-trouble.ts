import { ApiError } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { AccountSwitched } from './prove-wallet.ts'

const LOCKED =
  'Your wallet is locked, or does not let this site use that account. Unlock it, then try again.'
const ELSEWHERE =
  'Your wallet switched to another network. Nothing was done: switch back, then try again.'
const STILL_ELSEWHERE =
  'Your wallet is still on another network. Confirm the switch there, or pick the network in your wallet, then try again.'
const SWITCHED =
  'You switched accounts in your wallet. Check the address above and try again.'

/** What wallets answer with, by EIP-1193 and EIP-1474. */
const TOLD_BY_CODE: Readonly<Record<number, string>> = {
  4001: 'You declined in your wallet. Nothing was done; try again whenever you like.',
  4100: LOCKED,
  4200: 'Your wallet can’t do that. Try another one.',
  4900: 'Your wallet lost its connection. Open it, then try again.',
  4901: ELSEWHERE,
  4902: 'Your wallet does not know this network. Add it there, then try again.',
  [-32002]: 'Your wallet is already asking you. Open it and answer there.',
}

/** What wagmi and viem find before they ask the wallet. */
const TOLD_BY_NAME: Readonly<Record<string, string>> = {
  ConnectorNotConnectedError: LOCKED,
  ConnectorAccountNotFoundError: SWITCHED,
  ConnectorChainMismatchError: ELSEWHERE,
  ChainMismatchError: ELSEWHERE,
  StillElsewhere: STILL_ELSEWHERE,
}

/** What went wrong, and what to do about it. */
export function walletTrouble(error: Error): string {
  // As fetch throws it: libraries wrap what comes of a wallet.
  return error instanceof TypeError
    ? errorMessage(error)
    : connectTrouble(error)
}

/** Why a wallet did not connect, which takes nothing but the wallet. */
export function connectTrouble(error: Error): string {
  return (
    knownTrouble(error) ??
    'Your wallet did not answer as expected. Open it, unlock it, and try again.'
  )
}

/** Undefined where it is not clear what became of it. */
export function knownTrouble(error: Error): string | undefined {
  if (error instanceof ApiError) return errorMessage(error)
  if (error instanceof AccountSwitched) return SWITCHED
  return toldByCause(error)
}

/** Libraries wrap what went wrong, some of them several times. */
function toldByCause(error: unknown): string | undefined {
  if (!(error instanceof Object)) return undefined
  const name = 'name' in error ? String(error.name) : ''
  const code = 'code' in error ? Number(error.code) : Number.NaN
  const cause = 'cause' in error ? error.cause : undefined
  return TOLD_BY_NAME[name] ?? TOLD_BY_CODE[code] ?? toldByCause(cause)
}

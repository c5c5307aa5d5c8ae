import { readSiweSite } from '#core/api/siwe.ts'
import { call } from '../lib/call.ts'
import { retryImport } from '../lib/lazy-load.ts'
import type { PayDialogProps } from './browser-wallet/pay/pay-dialog.tsx'
import type { SignDialogProps } from './browser-wallet/sign-dialog.tsx'

export async function loadDepositDialog() {
  return (await retryImport(() => import('./deposit-dialog.tsx'))).DepositDialog
}

/** Loads wallet code on demand: players without a wallet never download it. */
export async function loadSignDialog() {
  const [{ SignDialog }, site] = await Promise.all([
    retryImport(() => import('./browser-wallet/sign-dialog.tsx')),
    call(readSiweSite),
  ])
  return (props: Omit<SignDialogProps, 'site'>) => (
    <SignDialog site={site} {...props} />
  )
}

export async function loadPayDialog() {
  const [{ PayDialog }, site] = await Promise.all([
    retryImport(() => import('./browser-wallet/pay/pay-dialog.tsx')),
    call(readSiweSite),
  ])
  return (props: Omit<PayDialogProps, 'site'>) => (
    <PayDialog site={site} {...props} />
  )
}

import { readSiweSite } from '#core/api/siwe.ts'
import { call } from '../../lib/call.ts'
import { importAgain } from '../../lib/import-again.ts'
import type { SignDialogProps } from './sign-dialog.tsx'

/** Wallet code comes when it is asked for, and never to who needs none. */
export async function loadSignDialog() {
  const [{ SignDialog }, site] = await Promise.all([
    importAgain(() => import('./sign-dialog.tsx')),
    call(readSiweSite),
  ])
  return (props: Omit<SignDialogProps, 'site'>) => (
    <SignDialog site={site} {...props} />
  )
}

import { importAgain } from '../lib/import-again.ts'

export async function loadDepositDialog() {
  return (await importAgain(() => import('./deposit-dialog.tsx'))).DepositDialog
}

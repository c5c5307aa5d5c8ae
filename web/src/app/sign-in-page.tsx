import { AuthPage } from '../features/auth/auth-page.tsx'
import { WalletSignIn } from '../features/browser-wallet/wallet-sign-in.tsx'

export function SignInPage() {
  return <AuthPage otherWay={<WalletSignIn />} />
}

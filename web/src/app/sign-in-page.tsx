import { AuthPage } from '../account/auth/auth-page.tsx'
import { WalletSignIn } from '../wallet/browser-wallet/wallet-sign-in.tsx'

export function SignInPage() {
  return <AuthPage otherWay={<WalletSignIn />} />
}

import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useOnDemand } from '../../lib/lazy-load.ts'
import { requestLink } from '../../session/wallet-signing.ts'
import { loadSignDialog } from '../load-dialogs.tsx'

/** Sign-in by wallet, next to the password form. */
export function WalletSignIn() {
  const { Dialog, state, open } = useOnDemand(loadSignDialog)
  const [isLinkNext, setLinkNext] = useState(false)
  const link = (isNext: boolean) => {
    setLinkNext(isNext)
    requestLink(isNext)
  }
  return (
    <>
      <Button
        className="w-full"
        aria-haspopup="dialog"
        onClick={() => {
          link(false)
          void open()
        }}
      >
        Sign in with a wallet
      </Button>
      <p role="status" className="mt-2 min-h-6 text-center text-small">
        {isLinkNext &&
          'Sign in above with your username and password to link your wallet.'}
      </p>
      {Dialog && (
        <Dialog
          request={{ purpose: 'sign-in' }}
          {...state}
          onHasAccount={() => link(true)}
        />
      )}
    </>
  )
}

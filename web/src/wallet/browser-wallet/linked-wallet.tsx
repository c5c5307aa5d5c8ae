import { useId, useState } from 'react'
import type { User } from '#core/api/account.ts'
import { Button } from '../../components/button.tsx'
import { SplitAddress } from '../../components/split-address.tsx'
import { UnlinkDialog } from './unlink-dialog.tsx'

interface LinkedWalletProps {
  user: User
  /** Asks for the dialog that links one. */
  onLink: () => void
  /** Asks for the dialog that sets a first password. */
  onSetPassword: () => void
}

/** The browser wallet that signs in to the account. */
export function LinkedWallet(props: LinkedWalletProps) {
  const { user, onLink, onSetPassword } = props
  const { wallet } = user
  const id = useId()
  return (
    <section aria-labelledby={id} className="rubber-card grid gap-3 p-4">
      <h3 id={id} className="text-lead">
        Sign-in wallet
      </h3>
      {wallet && (
        <code className="hex">
          <SplitAddress address={wallet.address} />
        </code>
      )}
      {!wallet && (
        <WayOn
          told="Link a browser wallet to sign in without a password."
          action="Link a wallet"
          onAct={onLink}
        />
      )}
      {wallet?.isOnlyWayIn && (
        <WayOn
          told="This wallet is the only way into your account. Set a password to sign in without it, or to unlink it."
          action="Set a password"
          onAct={onSetPassword}
        />
      )}
      {wallet && !wallet.isOnlyWayIn && <Unlink user={user} />}
    </section>
  )
}

interface WayOnProps {
  told: string
  action: string
  onAct: () => void
}

function WayOn({ told, action, onAct }: WayOnProps) {
  return (
    <>
      <p>{told}</p>
      <Button
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={onAct}
      >
        {action}
      </Button>
    </>
  )
}

function Unlink({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        className="justify-self-start"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >
        Unlink
      </Button>
      <UnlinkDialog user={user} open={isAsking} onOpenChange={setAsking} />
    </>
  )
}

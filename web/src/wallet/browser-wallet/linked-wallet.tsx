import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/section.tsx'
import { SplitAddress } from '../../components/split-address.tsx'
import { ConfirmDialog } from '../../session/confirm-dialog.tsx'
import { useUnlinkWallet } from '../../session/security-notices.ts'

type LinkedWalletProps = {
  user: User
  /** Opens the dialog that links one. */
  onLink: () => void
  /** Opens the dialog that sets a first password. */
  onSetPassword: () => void
}

/** The browser wallet that signs in to the account. */
export function LinkedWallet(props: LinkedWalletProps) {
  const { user, onLink, onSetPassword } = props
  const { wallet } = user
  return (
    <Section
      title="Sign-in wallet"
      level="h3"
      className="rubber-card grid gap-3 p-4"
    >
      {wallet && (
        <code className="hex">
          <SplitAddress address={wallet.address} />
        </code>
      )}
      {!wallet && (
        <>
          <p>Link a browser wallet to sign in without a password.</p>
          <DialogButton label="Link a wallet" onClick={onLink} />
        </>
      )}
      {wallet?.isOnlyWayIn && (
        <>
          <p>
            This wallet is the only way into your account. Set a password to
            sign in without it, or to unlink it.
          </p>
          <DialogButton label="Set a password" onClick={onSetPassword} />
        </>
      )}
      {wallet && !wallet.isOnlyWayIn && <Unlink user={user} />}
    </Section>
  )
}

type DialogButtonProps = {
  label: string
  size?: 'small' | 'normal'
  onClick: () => void
}

function DialogButton({ label, ...button }: DialogButtonProps) {
  return (
    <Button className="justify-self-start" aria-haspopup="dialog" {...button}>
      {label}
    </Button>
  )
}

/** Confirms first: the player must know how to sign in from then on. */
function Unlink({ user }: { user: User }) {
  const [isConfirming, setConfirming] = useState(false)
  const unlink = useUnlinkWallet()
  return (
    <>
      <DialogButton
        size="small"
        label="Unlink"
        onClick={() => setConfirming(true)}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Unlink this wallet?"
        description={`You’ll no longer be able to sign in with it, and all other browsers will be signed out. To sign in, use the name ${user.username} and your password.`}
        user={user}
        purpose="unlink"
        action="Unlink"
        send={unlink}
        other={{ label: 'Keep it', onClick: () => setConfirming(false) }}
      />
    </>
  )
}

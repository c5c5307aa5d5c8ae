import { useState } from 'react'
import type { User } from '#core/api/account.ts'
import { Button } from '../components/button.tsx'
import { errorMessage } from '../lib/error-message.ts'
import { shortHex } from '../lib/short-hex.ts'
import { ConfirmDialog } from '../session/confirm-dialog.tsx'
import { useUnlinkWallet } from '../session/security-notices.ts'
import { useSignOutEverywhere } from './use-account-care.ts'

/** Signs out of every browser, and offers to unlink the wallet first. */
export function SignOuts({ user }: { user: User }) {
  const leaving = useSignOutEverywhere()
  const unlink = useUnlinkWallet()
  const [isAsking, setAsking] = useState(false)
  const { wallet } = user
  const canUnlink = wallet && !wallet.isOnlyWayIn
  return (
    <section aria-labelledby="sign-outs" className="grid gap-3">
      <h3 id="sign-outs" className="text-lead">
        Other browsers
      </h3>
      <p>Sign out of every browser, including this one.</p>
      {leaving.error && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {errorMessage(leaving.error)}
        </p>
      )}
      <Button
        className="justify-self-start"
        pending={leaving.isPending}
        onClick={() => (canUnlink ? setAsking(true) : leaving.mutate())}
      >
        Sign out everywhere
      </Button>
      {canUnlink && (
        <ConfirmDialog
          open={isAsking}
          onOpenChange={setAsking}
          title="Unlink your wallet too?"
          description={`The wallet ${shortHex(wallet.address)} can sign in to your account again. If it is not yours, unlink it as you sign out.`}
          user={user}
          purpose="unlink"
          action="Unlink and sign out"
          send={async (proof) => {
            await unlink(proof)
            await leaving.mutateAsync()
          }}
          other={{
            label: 'Only sign out',
            onClick: () => {
              setAsking(false)
              leaving.mutate()
            },
          }}
        />
      )}
    </section>
  )
}

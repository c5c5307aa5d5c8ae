import { useMutation } from '@tanstack/react-query'
import type { Address } from 'viem'
import { type SiweProof, signInWithWallet } from '#core/api/siwe.ts'
import { Button } from '../../components/button.tsx'
import { call } from '../../lib/call.ts'
import { useToast } from '../../lib/toast.ts'
import { playerName } from '../../session/player-name.ts'
import { useStartSession } from '../../session/session-changes.ts'
import { WalletAddress } from './wallet-address.tsx'
import { walletTrouble } from './wallet-trouble.ts'

interface NewcomerStepProps {
  address: Address
  /** What the wallet has signed. It need not sign again. */
  proof: SiweProof
  onAgain: () => void
  onMade: () => void
  onHasAccount: () => void
}

/** The wallet is nobody's yet: a second account by mistake would keep it. */
export function NewcomerStep(props: NewcomerStepProps) {
  const { address, proof, onAgain, onMade, onHasAccount } = props
  const { toast } = useToast()
  const startSession = useStartSession()
  const account = useMutation({
    mutationFn: () =>
      call(signInWithWallet, { body: { ...proof, newAccount: true } }),
    onSuccess: (user) => {
      startSession(user)
      const name = playerName(user.username)
      const description = `Your new account is ${name}. Your wallet signs you in`
      toast({ title: 'Welcome!', description })
      onMade()
    },
  })
  return (
    <div className="grid gap-4">
      <p role="status" className="font-display font-semibold text-lead">
        No account uses this wallet yet
      </p>
      <WalletAddress address={address} />
      {account.isError && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {walletTrouble(account.error)}
        </p>
      )}
      <Button
        variant="go"
        size="large"
        pending={account.isPending}
        onClick={() => account.mutate()}
      >
        New account with this wallet
      </Button>
      <Button onClick={onHasAccount}>
        I have an account: sign in and link it
      </Button>
      {account.isError && <Button onClick={onAgain}>Start again</Button>}
    </div>
  )
}

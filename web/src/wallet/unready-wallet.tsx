import { useMutation, useQueryClient } from '@tanstack/react-query'
import { generateWallet, type WalletInfo } from '#core/api/wallet.ts'
import { Bendy } from '../components/bendy.tsx'
import { Button } from '../components/button.tsx'
import { LoadFailure } from '../components/load-failure.tsx'
import { ApiError, call } from '../lib/call.ts'
import { toast } from '../lib/toast.ts'
import { useAuth } from '../session/auth.tsx'
import { walletQuery } from './wallet-query.ts'

/** Shown while there is no address to deposit to. */
export function UnreadyWallet({ info }: { info: WalletInfo }) {
  const { network, reason, state } = info
  if (!network) return <p>{reason ?? 'This casino doesn’t accept deposits.'}</p>
  if (state === 'none') return reason ? <p>{reason}</p> : <GeneratePrompt />
  return (
    <div className="flex items-center gap-4">
      <Bendy mood="waiting" className="w-20 shrink-0" />
      <p className="min-w-0 flex-1">
        {`Your address is being registered on ${network.name}. ${reason ?? 'It’ll show up here in a few seconds.'}`}
      </p>
    </div>
  )
}

export function WalletFailure({ onRetry }: { onRetry: () => unknown }) {
  return (
    <LoadFailure onRetry={onRetry}>
      Your wallet could not be loaded. Your coins are safe.
    </LoadFailure>
  )
}

function GeneratePrompt() {
  const { mutate, isPending, error } = useGenerateWallet()
  return (
    <div className="flex items-center gap-4">
      <Bendy mood={isPending ? 'tense' : 'idle'} className="w-20 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-3">
        <p>Get your own address. Test tokens you send to it turn into coins.</p>
        {error && (
          <p className="text-bubblegum-text text-small">
            {(error instanceof ApiError && error.problem?.message) ||
              'No wallet was created, and nothing is lost. Try again.'}
          </p>
        )}
        <Button
          variant="action"
          pending={isPending}
          onClick={() => mutate()}
          className="justify-self-start"
        >
          {isPending ? 'Generating…' : 'Generate wallet'}
        </Button>
      </div>
    </div>
  )
}

function useGenerateWallet() {
  const queryClient = useQueryClient()
  const player = useAuth().user?.id
  return useMutation({
    mutationFn: () => call(generateWallet),
    onSuccess: (info) => {
      const { queryKey } = walletQuery(player)
      queryClient.setQueryData(queryKey, info)
      void queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description:
          error instanceof ApiError
            ? 'Failed to generate wallet'
            : error.message,
        variant: 'destructive',
      }),
  })
}

import type { WalletInfo } from '#core/api/wallet.ts'
import { Bendy } from '../components/bendy.tsx'
import { GeneratePrompt } from './generate-prompt.tsx'

/** Shown while there is no address to send to. */
export function UnreadyWallet({ info }: { info: WalletInfo }) {
  const { network, reason, state } = info
  if (!network) return <p>{reason ?? 'This casino takes no deposits.'}</p>
  if (state === 'none') return reason ? <p>{reason}</p> : <GeneratePrompt />
  return (
    <div className="flex items-center gap-4">
      <Bendy mood="waiting" className="w-20 shrink-0" />
      <p className="min-w-0 flex-1">
        {`Your address is being registered on ${network.name}. ${reason ?? 'It shows here in a few seconds.'}`}
      </p>
    </div>
  )
}

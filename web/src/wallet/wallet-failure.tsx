import { Button } from '../components/button.tsx'

export function WalletFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>Your wallet could not be loaded. Your coins are safe.</p>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

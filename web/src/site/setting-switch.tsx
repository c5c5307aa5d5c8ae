import type { ReactNode } from 'react'
import { ErrorText } from '../components/error-text.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { Switch } from '../components/switch.tsx'
import { errorMessage } from '../lib/error-message.ts'

type SettingSwitchProps = {
  label: string
  /** Undefined until loaded. */
  isOn: boolean | undefined
  isLoadError: boolean
  saveError: Error | null
  onChange: (isOn: boolean) => void
  children: ReactNode
}

/** A setting stored by the API, with its explanation below. */
export function SettingSwitch(props: SettingSwitchProps) {
  const { label, isOn, isLoadError, saveError, onChange, children } = props
  const isMissing = isOn === undefined
  return (
    <div className="grid gap-1">
      {!isMissing && <Switch label={label} isOn={isOn} onChange={onChange} />}
      {isMissing && !isLoadError && <Skeleton className="h-12" />}
      {isMissing && isLoadError && <p>This setting could not be loaded.</p>}
      <ErrorText>{saveError && errorMessage(saveError)}</ErrorText>
      <p className="px-4 text-small text-soft">{children}</p>
    </div>
  )
}

import type { CSSProperties } from 'react'
import type { RaceBetsAnswer } from '#core/api/races.ts'
import { type Horse, type HorseId, horses } from '#core/race/horses.ts'
import { CoinIcon } from '../../components/coin-amount.tsx'
import { shortcuts } from '../../games/shared/use-game-keys.ts'
import { formatCoins } from '../../lib/format.ts'
import { usePersistedSetting } from '../../lib/persisted-setting.ts'
import { HorseStill } from '../horse/horse-sprite.tsx'
import { keyOf } from './horse-keys.ts'
import './horse-picker.css'

interface HorsePickerProps {
  picked: HorseId | undefined
  /** The player's stakes on the present race. */
  bets: RaceBetsAnswer
  disabled: boolean
  onPick: (horse: HorseId) => void
}

/** One button a horse. */
export function HorsePicker(props: HorsePickerProps) {
  const { picked, bets, disabled, onPick } = props
  return (
    <fieldset
      aria-label="Choose your horse"
      disabled={disabled}
      className="horse-picker"
    >
      {horses.map((horse) => (
        <HorseButton
          key={horse.id}
          horse={horse}
          isPicked={picked === horse.id}
          stake={bets.find(({ horseId }) => horseId === horse.id)?.amount}
          onPick={onPick}
        />
      ))}
    </fieldset>
  )
}

interface HorseButtonProps extends Pick<HorsePickerProps, 'onPick'> {
  horse: Horse
  isPicked: boolean
  stake: number | undefined
}

function HorseButton(props: HorseButtonProps) {
  const { horse, isPicked, stake, onPick } = props
  const { id, color, isSpecial, name } = horse
  const hasShortcuts = usePersistedSetting(shortcuts) === 'on'
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      aria-keyshortcuts={hasShortcuts ? keyOf[id].toUpperCase() : undefined}
      data-special={isSpecial || undefined}
      onClick={() => onPick(id)}
      className="toy toy-plain horse-button"
      style={{ '--coat': color } as CSSProperties}
    >
      <HorseStill horse={id} className="horse-button-head" />
      <span className="horse-button-name">{name}</span>
      {stake !== undefined && (
        <span className="horse-button-stake pop-in">
          <CoinIcon /> {formatCoins(stake)}
          <span className="sr-only"> coins staked</span>
        </span>
      )}
    </button>
  )
}

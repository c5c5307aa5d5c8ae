import { Switch } from '../../../components/switch.tsx'
import { type AutobetForm, readForm } from './autobet-form.ts'
import { SmallField, SmallInput, SmallSelect } from './small-field.tsx'
import type { AutobetControl } from './use-autobet.ts'

const OFF = 'Off'

const WIN_UNITS = [
  ['coins', 'coins'],
  ['stakes', '× bet'],
] as const

const RULES = [
  ['reset', 'Reset'],
  ['raise', 'Raise %'],
] as const

/** When it stops, and what it does with the stake. */
export function AutobetFields({ auto }: { auto: AutobetControl }) {
  const { form, setForm, isFast, setFast } = auto
  const read = readForm(form)
  const isWrong = (name: keyof AutobetForm) =>
    'problems' in read && read.problems.has(name)
  const goal = (name: 'count' | 'loss' | 'profit' | 'win', label: string) => ({
    label,
    value: form[name],
    isWrong: isWrong(name),
    onChange: (value: string) => setForm({ [name]: value }),
  })
  return (
    <>
      <div className="autobet-fields">
        <SmallField label="Bets" isWrong={isWrong('count')}>
          <SmallInput {...goal('count', 'Bets')} placeholder="No end" />
        </SmallField>
        <SmallField label="Stop on a win of at least" isWrong={isWrong('win')}>
          <SmallInput
            {...goal('win', 'Stop on a win of at least')}
            placeholder={OFF}
          />
          <SmallSelect
            label="One win in"
            value={form.winIn}
            choices={WIN_UNITS}
            onChange={(winIn) => setForm({ winIn })}
          />
        </SmallField>
        <SmallField label="Stop on profit" isWrong={isWrong('profit')}>
          <SmallInput {...goal('profit', 'Stop on profit')} placeholder={OFF} />
        </SmallField>
        <SmallField label="Stop on loss" isWrong={isWrong('loss')}>
          <SmallInput {...goal('loss', 'Stop on loss')} placeholder={OFF} />
        </SmallField>
        <StakeField
          label="After a win"
          rule={form.onWin}
          percent={form.onWinPercent}
          isWrong={isWrong('onWinPercent')}
          onRule={(onWin) => setForm({ onWin })}
          onPercent={(onWinPercent) => setForm({ onWinPercent })}
        />
        <StakeField
          label="After a loss"
          rule={form.onLoss}
          percent={form.onLossPercent}
          isWrong={isWrong('onLossPercent')}
          onRule={(onLoss) => setForm({ onLoss })}
          onPercent={(onLossPercent) => setForm({ onLossPercent })}
        />
      </div>
      <Switch label="Fast, no animations" isOn={isFast} onChange={setFast} />
    </>
  )
}

interface StakeFieldProps {
  label: string
  rule: AutobetForm['onWin']
  percent: string
  isWrong: boolean
  onRule: (rule: AutobetForm['onWin']) => void
  onPercent: (percent: string) => void
}

/** What becomes of the bet after one that was won, or lost. */
function StakeField(props: StakeFieldProps) {
  const { label, rule, percent, isWrong, onRule, onPercent } = props
  return (
    <SmallField label={label} isWrong={isWrong}>
      <SmallSelect
        label={label}
        value={rule}
        choices={RULES}
        onChange={onRule}
      />
      {rule === 'raise' && (
        <SmallInput
          label={`${label}, raise by percent`}
          value={percent}
          isWrong={isWrong}
          onChange={onPercent}
        />
      )}
    </SmallField>
  )
}

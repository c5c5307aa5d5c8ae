interface SwitchProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="menu-item justify-between"
      onClick={() => onChange(!isOn)}
    >
      {label}
      <span aria-hidden="true" className="switch-track">
        <span className="switch-knob" />
      </span>
    </button>
  )
}

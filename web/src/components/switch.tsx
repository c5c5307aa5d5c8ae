type SwitchProps = {
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
      className="menu-item group justify-between"
      onClick={() => onChange(!isOn)}
    >
      {label}
      <span
        aria-hidden="true"
        className="w-13 rounded-pill border-3 border-outline bg-well p-0.5 group-aria-checked:bg-lime"
      >
        <span className="block size-5 rounded-pill bg-soft transition-[translate,background] duration-(--duration-spring) ease-spring group-aria-checked:translate-x-5.5 group-aria-checked:bg-on-toy" />
      </span>
    </button>
  )
}

/** What /pokey opens with. */
export function PokeyHero() {
  return (
    <header className="mb-5 grid gap-1">
      <h1 className="text-display">Pokey</h1>
      <p className="max-w-[44rem] text-lead text-soft">
        The inflatable racer of the family. Back Pokey, or one of the other
        three: a race starts every half minute, the same for everybody.
      </p>
    </header>
  )
}

/** What /pokey opens with. */
export function PokeyHero() {
  return (
    <header className="mb-3 grid gap-1 sm:mb-5">
      <h1 className="text-display max-sm:text-title">Pokey</h1>
      <p className="max-w-[44rem] text-soft sm:text-lead">
        The inflatable racer of the family, and the race that it was made for.
      </p>
    </header>
  )
}

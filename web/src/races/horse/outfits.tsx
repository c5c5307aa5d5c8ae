import type { HorseId } from '#core/race/horses.ts'
import type { Outfit } from './horse-figure.tsx'

/** An inflatable toy: seams, a valve, a coin on its chest, and shine all over. */
const pokey: Outfit = {
  tail: (
    <g className="horse-part" fill="var(--coat)">
      <circle cx="-8" cy="-1" r="8" />
      <circle cx="-21" cy="2" r="9" />
      <path d="M-34 -4 l7 6 l-9 6z" fill="var(--color-sun)" />
    </g>
  ),
  mane: (
    <g className="horse-part" fill="var(--color-sun)">
      <circle cx="36" cy="-64" r="9" />
      <circle cx="27" cy="-50" r="9" />
      <circle cx="20" cy="-34" r="9" />
    </g>
  ),
  onBody: (
    <>
      <path className="horse-seam" d="M-44 4 C-20 14 10 15 42 8" />
      <path className="horse-shine" d="M-34 -15 q16 -8 34 -6" />
      <path className="horse-shine" d="M10 -19 q5 0 8 1" />
      <g className="horse-part" fill="var(--color-cream)">
        <path d="M-40 -17 l-7 -7 l-4 4 l7 7z" />
      </g>
      <g className="horse-part" fill="var(--color-sun)">
        <circle cx="24" cy="4" r="11" />
      </g>
      <path className="horse-line" d="M21 9 v-10 h4 q4 2.500 0 5 h-4" />
    </>
  ),
  onFace: (
    <>
      <ellipse
        cx="74"
        cy="-30"
        rx="4.500"
        ry="3"
        fill="var(--color-bubblegum)"
        opacity="0.85"
      />
      <path className="horse-shine" d="M44 -20 q5 -6 6 -13" />
      <path className="horse-shine" d="M76 -40 q4 1 6 3" />
    </>
  ),
}

/** Charged: a mane and a tail of lightning. */
const thunderBolt: Outfit = {
  tail: (
    <path
      className="horse-part"
      fill="var(--color-sun)"
      d="M2 -6 L-16 -12 L-13 -3 L-34 -10 L-14 8 L-17 0 L2 6Z"
    />
  ),
  mane: (
    <path
      className="horse-part"
      fill="var(--color-sun)"
      d="M52 -62 L38 -84 L37 -68 L20 -76 L26 -58 L8 -60 L20 -42 L4 -38 L22 -22 L44 -30Z"
    />
  ),
  onBody: (
    <path
      className="horse-part"
      fill="var(--color-sun)"
      d="M-14 -16 h14 l-6 10 h9 l-20 18 l6 -14 h-9z"
    />
  ),
  onFace: (
    <>
      <path className="horse-grin" d="M70 -26 q9 8 18 1 l-1 -3 q-8 4 -16 -1z" />
      <path className="horse-line" d="M47 -60 l10 2 M62 -59 l10 -3" />
    </>
  ),
}

/** Aerodynamic: goggles, a scarf, and the tail of an arrow. */
const silverArrow: Outfit = {
  tail: (
    <g className="horse-part" fill="var(--color-cream)">
      <path d="M2 -4 H-30 V3 H2Z" fill="var(--coat)" />
      <path d="M-14 -4 l-9 -9 h-12 l9 9z M-14 3 l-9 9 h-12 l9 -9z" />
    </g>
  ),
  mane: (
    <path
      className="horse-part"
      fill="var(--color-soft)"
      d="M48 -60 Q20 -66 6 -52 Q20 -52 24 -46 Q10 -46 2 -34 Q16 -38 24 -30 L44 -28Z"
    />
  ),
  onBody: (
    <>
      <path className="horse-stripe" d="M-36 -6 h26 M-32 3 h18" />
      <path
        className="horse-part"
        fill="var(--color-bubblegum)"
        d="M20 -26 Q-4 -40 -30 -30 Q-14 -26 -10 -18 Q4 -26 18 -14Z"
      />
    </>
  ),
  underEyes: <path className="horse-strap" d="M38 -50 Q44 -54 50 -54" />,
  onFace: (
    <>
      <path
        className="horse-part"
        fill="var(--color-bubblegum)"
        d="M16 -12 Q30 -30 50 -22 Q46 -10 30 -4 Q20 -4 16 -12Z"
      />
      <path
        className="horse-lens"
        d="M46 -58 q15 -4 30 1 q4 12 -3 19 q-9 5 -12 -3 q-4 8 -12 3 q-6 -7 -3 -20z"
      />
      <path className="horse-shine" d="M51 -53 l3 6 M64 -53 l3 6" />
    </>
  ),
}

/** Furious: a mane of flames, and brows like thunder. */
const redFury: Outfit = {
  tail: (
    <>
      <path
        className="horse-part"
        fill="var(--color-tangerine)"
        d="M2 -6 Q-14 -16 -34 -12 Q-24 -6 -26 0 Q-34 2 -38 10 Q-18 14 2 7Z"
      />
      <path
        fill="var(--color-sun)"
        d="M-2 -2 Q-12 -8 -22 -6 Q-18 0 -24 5 Q-12 7 -2 4Z"
      />
    </>
  ),
  mane: (
    <>
      <path
        className="horse-part"
        fill="var(--color-tangerine)"
        d="M52 -60 Q48 -78 34 -90 Q36 -76 28 -72 Q24 -82 14 -84 Q20 -70 12 -62 Q6 -66 -2 -64 Q8 -52 6 -42 Q14 -22 40 -26Z"
      />
      <path
        fill="var(--color-sun)"
        d="M46 -58 Q42 -68 37 -72 Q36 -62 26 -60 Q22 -66 18 -68 Q20 -56 14 -50 Q18 -36 38 -34Z"
      />
    </>
  ),
  onFace: (
    <>
      <path className="horse-brow" d="M46 -62 l14 7 M75 -60 l-12 6" />
      <g className="horse-puff">
        <circle cx="97" cy="-33" r="4.500" />
        <circle cx="104" cy="-39" r="3" />
      </g>
      <path className="horse-grin" d="M72 -24 q8 -6 16 -1 l-1 4 q-7 2 -14 0z" />
    </>
  ),
}

export const outfits: Readonly<Record<HorseId, Outfit>> = {
  1: pokey,
  2: thunderBolt,
  3: silverArrow,
  4: redFury,
}

import { NumbersSection } from './numbers-section.tsx'
export function HowToVerify() {
  return (
    <NumbersSection title="How to Verify">
      <p>
        The game outcome is made from three values, combined using HMAC-SHA256:
      </p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>
          <strong>Server seed</strong>: provides the randomness
        </li>
        <li>
          <strong>Client seed</strong>: ensures fairness
        </li>
        <li>
          <strong>Nonce</strong>: prevents replay
        </li>
      </ul>
      <p className="text-soft">
        With all three at hand your browser does that here, with its own copy of
        the rules. Any other tool can do the same with the values below.
      </p>
    </NumbersSection>
  )
}

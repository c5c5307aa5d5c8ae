import { darkTheme, type Theme } from '@rainbow-me/rainbowkit'

/** The list of wallets in the house's own colours, dark and light. */
export function walletTheme(): Theme {
  const { colors, fonts, radii, ...rest } = darkTheme()
  return {
    ...rest,
    colors: {
      ...colors,
      accentColor: 'var(--color-sky-text)',
      accentColorForeground: 'var(--color-panel)',
      closeButton: 'var(--color-text)',
      closeButtonBackground: 'var(--color-raised)',
      generalBorder: 'var(--color-outline)',
      menuItemBackground: 'var(--color-raised)',
      modalBackdrop:
        'color-mix(in srgb, var(--color-outline) 75%, transparent)',
      modalBackground: 'var(--color-panel)',
      modalBorder: 'var(--color-outline)',
      modalText: 'var(--color-text)',
      modalTextDim: 'var(--color-soft)',
      modalTextSecondary: 'var(--color-soft)',
    },
    fonts: { ...fonts, body: 'var(--font-body)' },
    radii: { ...radii, modal: 'var(--radius-card)' },
  }
}

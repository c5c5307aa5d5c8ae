try {
  const choice = localStorage.getItem('theme')
  const isLight = choice
    ? choice === 'light'
    : matchMedia('(prefers-color-scheme: light)').matches
  if (isLight) document.documentElement.dataset.theme = 'light'
} catch {
  // Storage can be forbidden; the dark theme needs none.
}

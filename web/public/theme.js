try {
  const choice = localStorage.getItem('theme')
  const isLight = choice
    ? choice === 'light'
    : matchMedia('(prefers-color-scheme: light)').matches
  if (isLight) {
    document.documentElement.dataset.theme = 'light'
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', '#fffaf0')
  }
} catch {
  // Storage can be forbidden; the dark theme needs none.
}

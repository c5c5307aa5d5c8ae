try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light'
  }
} catch {
  // Storage can be forbidden; the dark theme needs none.
}

// Runs before the first paint, so that nobody sees the wrong theme flash by. It stays apart from the bundle because a
// module always waits for the parser; the build writes it to a hashed file, so the policy needs no inline script.
;(function () {
  var choice = 'system'
  try {
    choice = localStorage.getItem('shirogane.theme') || 'system'
  } catch {
    // A browser that refuses storage follows the device.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  var meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.setAttribute('content', dark ? '#14181C' : '#FFFFFF')
})()

// Runs before the first paint and before the bundle has arrived, as a hashed file of its own, because a module always
// waits for the parser and the policy allows no inline script. It does what cannot wait: the theme, so that the wrong
// one does not flash by, and the first questions to the server, so that they travel while the bundle does.
{
  // The secret of a session is taken out of an address before anything is asked, kept or noted under it.
  const address = new URL(location.href)
  if (address.searchParams.has('refresh_token')) {
    address.searchParams.delete('refresh_token')
    history.replaceState(history.state, '', address)
  }

  let choice = 'system'
  let isSignedIn = false
  try {
    choice = localStorage.getItem('shirogane.theme') ?? 'system'
    isSignedIn =
      localStorage.getItem('shirogane.signed_in') === '1' &&
      localStorage.getItem('shirogane.logout_pending') === null
  } catch {
    // A browser that refuses storage follows the device and starts as a guest.
  }
  const isDark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const theme = isDark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#14181C' : '#FFFFFF')

  if (isSignedIn) {
    // A network that takes the question and never answers must not hold the first screen back for ever.
    const signal = AbortSignal.timeout(8_000)
    const ask = async (path, init, headers) => {
      // oxlint-disable-next-line no-restricted-globals -- the client of shell/api/api.ts is not here yet
      const answer = await fetch(path, {
        ...init,
        headers: { Accept: 'application/json', 'X-Requested-By': 'app', ...headers },
        credentials: 'same-origin',
        cache: 'no-store',
        signal,
      })
      if (!answer.ok) throw new Error(String(answer.status))
      return answer.json()
    }
    // shell/session/session.ts takes these answers over; should they fail, it asks again itself and judges the failure.
    const token = ask(
      '/v1/auth/refreshToken',
      { method: 'PATCH', body: '{}' },
      { 'Content-Type': 'application/json' },
    )
    const user = token.then((issued) =>
      ask('/v1/users/me', {}, { Authorization: `Bearer ${issued.access_token}` }),
    )
    user.catch(() => {})
    globalThis.shiroganeEarly = { token, user }
  }

  // What is typed at a register before anything listens: staff/shared/scanner/scanner.ts takes it over.
  addEventListener(
    'keydown',
    (event) => location.pathname === '/admin/register' && (globalThis.shiroganeKeys ??= []).push(event),
  )

  // The files of a screen that is waited for, which the bundle would otherwise ask for only once it runs: `/qr` for that
  // page, `/light` and `/dark` for home.
  for (const id of [location.pathname, location.pathname + theme])
    document.head.append(document.getElementById(id)?.content ?? '')
}

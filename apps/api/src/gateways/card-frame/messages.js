/**
 * The one way in and out of the card form. The app says `card-init` once and `card-submit` when its button is pressed; it
 * hears a token and never a number. Who may embed this page says its policy, so that the first to speak is the app.
 */
let app = null
const handlers = {}

/** @param {Record<string, unknown>} message */
export function post(message) {
  if (app !== null) window.parent.postMessage(message, app)
}

/** @param {{ init: (message: any) => unknown, submit: () => unknown }} on */
export function listen({ init, submit }) {
  handlers.init = init
  handlers.submit = submit
}

window.addEventListener('message', (event) => {
  if (event.source !== window.parent) return
  const type = event.data?.type
  if (type === 'card-init' && app === null) {
    app = event.origin
    handlers.init(event.data)
    watchHeight()
  } else if (type === 'card-submit' && event.origin === app) {
    handlers.submit()
  }
})

/** A page in a frame is as high as its frame: the app must be told what it needs. */
function watchHeight() {
  const say = () =>
    post({ type: 'card-height', height: Math.ceil(document.body.getBoundingClientRect().height) })
  new ResizeObserver(say).observe(document.body)
  say()
}

// The one word that nobody is named for: the app answers it, and only then is anything told.
if (window.parent !== window) window.parent.postMessage({ type: 'card-ready' }, '*')

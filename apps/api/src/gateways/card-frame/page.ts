import type { TestCard } from '../sandbox/test-cards.ts'
import { behaviourText } from '../sandbox/text.ts'
import { text } from './text.ts'

const field = (name: string, label: string, inside: string, isWide = false): string => `
<div${isWide ? ' class="wide"' : ''}>
<label for="${name}">${label}</label>
<div class="box" data-field="${name}">${inside}</div>
<p class="error" id="${name}-error" role="alert" hidden></p>
</div>`

const holder = field(
  'name',
  text.holder,
  '<input id="name" autocomplete="cc-name" autocapitalize="characters" spellcheck="false" maxlength="45" aria-describedby="name-error">',
  true,
)

function page(theme: string, script: string, body: string, library = ''): string {
  return `<!doctype html>
<html lang="ja" data-theme="${theme === 'dark' ? 'dark' : 'light'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text.title}</title>
<link rel="stylesheet" href="/frame.css">
${library}<script type="module" src="/${script}.js"></script>
</head>
<body>
${body}
</body>
</html>
`
}

/** PAY.JP's fields are frames of PAY.JP inside ours: not even this page sees a number. */
export function payjpPage(theme: string): string {
  const hosted = (name: string) => `<div id="${name}"></div>`
  return page(
    theme,
    'payjp',
    `<form hidden>${field('number', text.number, hosted('number'), true)}${field('expiry', text.expiry, hosted('expiry'))}${field('cvc', text.cvc, hosted('cvc'))}${holder}</form>`,
    '<script src="https://js.pay.jp/v2/pay.js"></script>\n',
  )
}

export function sandboxPage(theme: string, cards: readonly TestCard[]): string {
  const input = (id: string, complete: string, hint: string) =>
    `<input id="${id}" inputmode="numeric" autocomplete="${complete}" placeholder="${hint}" aria-describedby="${id}-error">`
  const rows = cards
    .map(
      ({ number, brand, behaviour }) =>
        `<tr data-number="${number}" data-brand="${brand}"><td><button type="button">${number.replace(/(.{4})(?=.)/g, '$1 ')}</button></td><td>${behaviourText[behaviour]}</td></tr>`,
    )
    .join('\n')
  return page(
    theme,
    'sandbox',
    `<form hidden>
${field('number', text.number, `${input('number', 'cc-number', '4242 4242 4242 4242')}<span class="brand" id="brand" hidden></span>`, true)}
${field('expiry', text.expiry, input('expiry', 'cc-exp', '12/34'))}
${field('cvc', text.cvc, input('cvc', 'cc-csc', '123'))}
${holder}
<details><summary>${text.testNumbers}</summary><table>${rows}</table></details>
<button type="submit" hidden></button>
</form>
<section class="bank" id="bank" hidden>
<h1>${text.bankTitle}</h1>
<p>${text.bankNote}</p>
<button type="button" id="pass">${text.pass}</button>
<button type="button" id="fail" class="quiet">${text.fail}</button>
<button type="button" id="cancel" class="quiet">${text.cancel}</button>
</section>`,
  )
}

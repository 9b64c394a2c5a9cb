/** What the screen of a new affiliator says. */
export const affiliatorWelcome = 'アフィリエーター登録に成功しました。'

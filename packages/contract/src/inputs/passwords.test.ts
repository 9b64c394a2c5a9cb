import { describe, expect, test } from 'vitest'
import { canonicalPassword, passwordLength, passwordRefusal } from './passwords.ts'

describe('a password', () => {
  test.each([
    'tsuki-no-shizuku',
    'ｔｓｕｋｉｎｏｓｈｉｚｕｋｕ',
    'P4$$w0rd-of-mine',
    'silver ring of mine',
    'ぎんのしずくをみがくひと',
    'きょうは 金沢で 雨がふる',
    '銀の指輪を三つ買った日',
    'しろがねで指輪を買いました',
    '💍🌙☔🍵🐈🎐🌊🍡🎏🏯',
    '月とスッポンと💍 2026',
    'shirogane-to-kanazawa-no-ame',
    '4839201750264817',
    'correct horse battery staple',
  ])('%s is good', (typed) => expect(passwordRefusal(typed)).toBeNull())

  test.each([
    ['short-one', 'PASSWORD_TOO_SHORT'],
    ['', 'PASSWORD_TOO_SHORT'],
    ['銀の指輪', 'PASSWORD_TOO_SHORT'],
    ['   a b c   ', 'PASSWORD_TOO_SHORT'],
    ['💍🌙☔🍵🐈🎐🌊🍡🎏', 'PASSWORD_TOO_SHORT'],
    ['👨\u200d👩\u200d👧\u200d👦👩🏽\u200d💻🌙', 'PASSWORD_TOO_SHORT'],
    ['\u200b\u200b\u200bshort\u200b\u200b\u200b', 'PASSWORD_TOO_SHORT'],
    ['銀の指輪を\n三つ買った', 'PASSWORD_CHARS'],
    ['tsuki-no-shizuku'.repeat(9), 'PASSWORD_CHARS'],
    // A few signs, and the same again.
    ['aaaaaaaaaaaa', 'PASSWORD_TOO_COMMON'],
    ['abcabcabcabc', 'PASSWORD_TOO_COMMON'],
    ['tsukitsukitsuki', 'PASSWORD_TOO_COMMON'],
    ['tsukitsuki99', 'PASSWORD_TOO_COMMON'],
    ['ぎんのしずくぎんのしずく', 'PASSWORD_TOO_COMMON'],
    ['💍💍💍💍💍💍💍💍💍💍', 'PASSWORD_TOO_COMMON'],
    // Figures.
    ['1234567890', 'PASSWORD_TOO_COMMON'],
    ['0987654321', 'PASSWORD_TOO_COMMON'],
    ['１２３４５６７８９０', 'PASSWORD_TOO_COMMON'],
    ['090-1234-5678', 'PASSWORD_TOO_COMMON'],
    ['1984/06/12 12', 'PASSWORD_TOO_COMMON'],
    ['111222333444', 'PASSWORD_TOO_COMMON'],
    // Rows of keys and of kana.
    ['qwertyuiop', 'PASSWORD_TOO_COMMON'],
    ['QwertyUiop99', 'PASSWORD_TOO_COMMON'],
    ['poiuytrewq', 'PASSWORD_TOO_COMMON'],
    ['asdfghjkl123', 'PASSWORD_TOO_COMMON'],
    ['qwerty123456', 'PASSWORD_TOO_COMMON'],
    ['1q2w3e4r5t6y', 'PASSWORD_TOO_COMMON'],
    ['1qaz2wsx3edc', 'PASSWORD_TOO_COMMON'],
    ['abcdef123456', 'PASSWORD_TOO_COMMON'],
    ['!@#$%^&*()', 'PASSWORD_TOO_COMMON'],
    ['あいうえおかきくけこ', 'PASSWORD_TOO_COMMON'],
    ['アイウエオカキクケコ123', 'PASSWORD_TOO_COMMON'],
    ['いろはにほへとちりぬるを', 'PASSWORD_TOO_COMMON'],
    // The brand.
    ['shirogane2026', 'PASSWORD_TOO_COMMON'],
    ['SHIROGANE-925', 'PASSWORD_TOO_COMMON'],
    ['Ｓｈｉｒｏｇａｎｅ９２５', 'PASSWORD_TOO_COMMON'],
    ['5h1r0g@ne2026', 'PASSWORD_TOO_COMMON'],
    ['shirogane tsukishiro', 'PASSWORD_TOO_COMMON'],
    ['tukisiro!2026', 'PASSWORD_TOO_COMMON'],
    ['2026Tsukishiro', 'PASSWORD_TOO_COMMON'],
    ['ginkou123456', 'PASSWORD_TOO_COMMON'],
    ['s h i r o g a n e 9', 'PASSWORD_TOO_COMMON'],
    ['しろがね20261124', 'PASSWORD_TOO_COMMON'],
    ['シロガネ・ツキシロ925', 'PASSWORD_TOO_COMMON'],
    ['ｼﾛｶﾞﾈ 2026 !!!', 'PASSWORD_TOO_COMMON'],
    ['白銀白銀 2026年11月', 'PASSWORD_TOO_COMMON'],
  ])('%j is refused with %s', (typed, code) => expect(passwordRefusal(typed)).toBe(code))

  test('says nothing that others know of its owner', () => {
    expect(passwordRefusal('i-am-hanako-2026', ['hanako'])).toBe('PASSWORD_TOO_COMMON')
    expect(passwordRefusal('x09012345678x', ['hanako', '+819012345678'])).toBe('PASSWORD_TOO_COMMON')
    expect(passwordRefusal('silver-19840612', ['kyoko', null, '1984-06-12'])).toBe('PASSWORD_TOO_COMMON')
    expect(passwordRefusal('わたしは見本一郎ですよ', ['E0001', '見本 一郎'])).toBe('PASSWORD_TOO_COMMON')
    expect(passwordRefusal('きょうは 金沢で 雨がふる', ['E0001', '見本 一郎'])).toBeNull()
  })

  test('is not what the brand is called, whatever that is', () => {
    const names = ['しろがね', 'ゆきむら銀器店', null, '株式会社ユキムラ']
    expect(passwordRefusal('ユキムラ銀器店2026', [], names)).toBe('PASSWORD_TOO_COMMON')
    expect(passwordRefusal('ゆきむら!!20261124', [], names)).toBe('PASSWORD_TOO_COMMON')
    expect(passwordRefusal('ユキムラ銀器店2026', [])).toBeNull()
    expect(passwordRefusal('ゆきむらさんの猫はしろい', [], names)).toBeNull()
  })
})

describe('the form that is hashed', () => {
  test('of a password in ASCII is the password, as it always was', () => {
    const ascii = Array.from({ length: 94 }, (_, index) => String.fromCharCode(0x21 + index)).join('')
    expect(canonicalPassword(ascii)).toBe(ascii)
    for (const typed of ['tsuki-no-shizuku-925', 'ｔｓｕｋｉ－ｎｏ－９２５', 'P4$$w0rd!'])
      expect(canonicalPassword(typed)).toBe(typed.normalize('NFKC'))
  })

  test.each([
    ['ｷﾞﾝﾉｼｽﾞｸ', 'ギンノシズク'],
    ['か\u3099んば', 'がんば'],
    ['金沢　雨', '金沢 雨'],
    [' 前と後ろ ', '前と後ろ'],
    ['❤\ufe0fを', '❤を'],
    ['👩\u200d💻', '👩💻'],
    ['銀\u200bの\u202e輪', '銀の輪'],
  ])('%j is %j, on whatever keyboard it was typed', (typed, hashed) => {
    expect(canonicalPassword(typed)).toBe(hashed)
    expect(canonicalPassword(canonicalPassword(typed))).toBe(hashed)
  })

  test('a picture counts once, however many it was made of', () => {
    expect(passwordLength('👨\u200d👩\u200d👧\u200d👦')).toBe(1)
    expect(passwordLength('👍🏽')).toBe(1)
    expect(passwordLength('𠮷野家')).toBe(3)
    expect(passwordLength('が')).toBe(1)
    expect(passwordLength('か\u3099')).toBe(1)
  })
})

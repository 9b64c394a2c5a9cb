import { stepUpPurposes } from '@shirogane/contract/terms/step-up'
import { describe, expect, test } from 'vitest'
import { findDeviceName, networkName } from '../sessions/device.ts'
import { cell } from '../../../lib/csv.ts'
import { methodsFor } from '../step-up/step-up-rules.ts'
import { purposeNames } from '../step-up/text.ts'
import { deviceText } from '../../../lib/device-text.ts'

describe('how somebody may show who they are', () => {
  const nothing = { passkeys: false, phone: false, movedRecently: false }
  const all = { passkeys: true, phone: true, movedRecently: false }

  test('the safest way comes first', () => {
    expect(methodsFor('email', all)).toEqual(['passkey', 'otp'])
    expect(methodsFor('export', all)).toEqual(['passkey', 'otp', 'password'])
  })
  test('a password is enough only where nothing leaves, at the register where an SMS may be late, or where there is nothing better', () => {
    const byPassword = stepUpPurposes.filter((purpose) => methodsFor(purpose, all).includes('password'))
    expect(byPassword).toEqual(['payout', 'reward', 'passkey', 'export', 'pay'])
    for (const purpose of stepUpPurposes) expect(methodsFor(purpose, nothing)).toEqual(['password'])
  })
  test('whoever moved phone and mail within thirty days gets no money out without a key', () => {
    const moved = { ...all, movedRecently: true }
    expect(methodsFor('payout', moved)).toEqual(['passkey'])
    expect(methodsFor('payout_method', { ...moved, passkeys: false })).toEqual([])
    expect(methodsFor('delete', moved)).toEqual(['passkey', 'otp'])
  })
  test('every purpose has a name for its SMS', () => {
    expect(Object.keys(purposeNames).sort()).toEqual([...stepUpPurposes].sort())
  })
})

describe('a device in words', () => {
  test.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1',
      'iPhone・Safari',
    ],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 10) Chrome/142.0 Mobile Safari/537.36', 'Android・Chrome'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/142.0 Safari/537.36 Edg/142.0', 'Windows・Edge'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile Line/15.1', 'iPhone・LINE'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:145.0) Gecko Firefox/145.0', 'Mac・Firefox'],
    ['curl/8.0', 'その他の端末'],
    [null, 'その他の端末'],
  ])('%s is %s', (agent, name) => {
    expect(deviceText(findDeviceName(agent))).toBe(name)
  })
  test('an address is shown without the part that names a home', () => {
    expect(networkName('203.0.113.77')).toBe('203.0.113.*')
    expect(networkName('::ffff:203.0.113.77')).toBe('203.0.113.*')
    expect(networkName('2001:db8:1:2::9')).toBe('2001:db8:1:…')
    expect(networkName(null)).toBeNull()
  })
})

describe('a cell of the spreadsheet', () => {
  test.each([
    ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
    ['+81', "'+81"],
    ['-5', "'-5"],
    ['@sum', "'@sum"],
    ['＝1＋1', "'＝1＋1"],
    ['  -5', "'  -5"],
    ['金沢,本店', '"金沢,本店"'],
    ['二行\nの文', '"二行\nの文"'],
    [-300, '-300'],
    [null, ''],
  ] as const)('%s is written %s', (value, text) => {
    expect(cell(value)).toBe(text)
  })
})

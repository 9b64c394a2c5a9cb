import { startApi, type TestApi } from '@shirogane/testkit/start-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostcodes, packPostcodes, readKenAll } from './postcode-file.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const townsOf = async (postcode: string) =>
  (await api.nobody.get('addresses.search', { params: { postcode } })).items

describe('the search', () => {
  test.each(['9200981', '920-0981', '９２０－０９８１', '〒920ー0981', ' 920 0981 '])(
    '%s is 片町 in 金沢市',
    async (postcode) => {
      expect(await townsOf(postcode)).toEqual([
        {
          postcode: '9200981',
          prefecture: '石川県',
          city: '金沢市',
          town: '片町',
          prefecture_kana: 'イシカワケン',
          city_kana: 'カナザワシ',
          town_kana: 'カタマチ',
        },
      ])
    },
  )

  test('a code that covers several towns answers all of them, also across prefectures', async () => {
    expect((await townsOf('4980000')).map(({ prefecture, city }) => prefecture + city)).toEqual(
      ['三重県桑名郡木曽岬町', '愛知県弥富市'].sort(),
    )
    expect((await townsOf('4520961')).length).toBeGreaterThan(60)
  })

  test('is asked sixty times a minute by one line, whichever of its addresses asks', async () => {
    const limited = await startApi({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
    limited.clock.stop()
    const from = async (ip: string) => {
      const ask = { params: { postcode: '9200981' }, headers: { 'X-Forwarded-For': ip } }
      return (await limited.nobody.call('addresses.search', ask)).status
    }
    for (let count = 1; count <= 60; count += 1)
      expect(await from(`2001:db8:0:a0${count % 8}::${count}`)).toBe(200)
    expect(await from('2001:db8:0:a10::1')).toBe(429)
    expect(await from('2001:db8:0:b00::1')).toBe(200)
    await limited.close()
  })

  test('a code for everything else of a city has no town', async () => {
    expect((await townsOf('1000000')).map(({ town }) => town)).toEqual([''])
  })

  test.each([
    ['9999999', 404, 'POSTCODE_NOT_FOUND', '住所が見つかりませんでした。直接入力してください。'],
    ['920098', 400, 'POSTCODE_FORMAT', '郵便番号は7桁の数字で入力してください。'],
    ['abcdefg', 400, 'POSTCODE_FORMAT', '郵便番号は7桁の数字で入力してください。'],
    ["1' or 1=1", 400, 'POSTCODE_FORMAT', '郵便番号は7桁の数字で入力してください。'],
    ['../../etc', 400, 'POSTCODE_FORMAT', '郵便番号は7桁の数字で入力してください。'],
  ])('%s is refused', async (postcode, status, code, message) => {
    expect(await api.nobody.refused('addresses.search', { params: { postcode } })).toMatchObject({
      status,
      code,
      message,
    })
  })
})

describe('the saved address', () => {
  const home = {
    postcode: '〒９２０－０９８１',
    prefecture: '石川県',
    city: '金沢市',
    town: '片町',
    street: '０－０－０',
    building: '髙﨑ビル\ufa10 𠮷号室',
  }

  test('comes back as it was written, and stands in the profile on one line', async () => {
    const takasaki = await api.as('takasaki')
    expect((await takasaki.get('addresses.user')).address).toBeNull()
    const saved = { ...home, postcode: '9200981' }
    expect(await takasaki.get('addresses.create', { body: home })).toEqual({ address: saved })
    expect(await takasaki.get('addresses.user')).toEqual({ address: saved })
    const { profile, kyc_status } = await takasaki.get('users.me')
    expect(profile.address).toBe('石川県金沢市片町０－０－０ 髙﨑ビル\ufa10 𠮷号室')
    expect(kyc_status).toBe('required')
  })

  test('is replaced by the next one, and nobody else sees it', async () => {
    const takasaki = await api.as('takasaki')
    await takasaki.get('addresses.create', { body: { ...home, building: null, town: '' } })
    expect((await takasaki.get('addresses.user')).address).toMatchObject({ building: null, town: '' })
    expect((await (await api.as('kyoko')).get('addresses.user')).address).toBeNull()
  })

  test.each([
    [{ prefecture: '金沢県' }, 'prefecture', '都道府県を入力してください。'],
    [{ city: '　' }, 'city', '市区町村を入力してください。'],
    [{ street: '' }, 'street', '番地を入力してください。'],
    [{ street: 'あ'.repeat(61) }, 'street', '60文字以内で入力してください。'],
    [{ city: 'い'.repeat(41) }, 'city', '40文字以内で入力してください。'],
    [{ building: '🏠101' }, 'building', '使用できない文字が含まれています。'],
    [{ building: '<script>' }, 'building', '使用できない文字が含まれています。'],
    [{ postcode: '12345' }, 'postcode', '郵便番号は7桁の数字で入力してください。'],
    [{ user_id: 'x' }, 'user_id', 'この項目は指定できません。'],
  ])('%j is refused under its field', async (change, field, sentence) => {
    const { status, fields } = await (
      await api.as('kyoko')
    ).refused('addresses.create', { body: { ...home, ...change } })
    expect({ status, fields }).toEqual({ status: 400, fields: { [field]: sentence } })
    expect((await (await api.as('kyoko')).get('addresses.user')).address).toBeNull()
  })
})

test('the file of Japan Post is read with its remarks taken off', () => {
  const line = (postcode: string, town: string, kana = 'マチ') =>
    `17201,"920  ","${postcode}","イシカワケン","カナザワシ","${kana}","石川県","金沢市","${town}",0,0,0,0,0,0`
  const towns = readKenAll(
    [
      'header,that,is,none',
      line('9200000', '以下に掲載がない場合'),
      line('9200001', '千木町（リ、ル、ヲ）', 'センギマチ（リ、ル、ヲ）'),
      line('9200001', '千木町（ワ）'),
      line('9200002', '河北潟一円'),
      line('9200003', '一円'),
      line('9200004', '坂の次に番地がくる場合'),
    ].join('\r\n'),
  )
  expect(towns.map(({ postcode, town, town_kana }) => [postcode, town, town_kana])).toEqual([
    ['9200000', '', ''],
    ['9200001', '千木町', 'センギマチ'],
    ['9200002', '', ''],
    ['9200003', '一円', 'マチ'],
    ['9200004', '', ''],
  ])
  expect(openPostcodes(packPostcodes(towns))('9200001')).toEqual([towns[1]])
})

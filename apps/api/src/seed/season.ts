import { isBankDay } from '../features/payouts/bank-days.ts'
import { addDays, weekdayOf } from '../lib/days.ts'
import type { Picture } from './cast.ts'

type Banner = {
  period: string
  title: string
  note: string
  body: string
  picture: Picture
  link: string | null
  /** The first day on which it is no longer shown; null for what holds all year. */
  until: string | null
  /** Whether it is the face of the fair. */
  fair: boolean
}
type News = {
  days_ago: number
  title: string
  message: string
  picture: Picture
  action: { label: string; path: string }
}
type Season = {
  fair: {
    name: string
    description: string
    rate_bp: number
    /** Its first day, and the first one after it. */
    from: string
    until: string
    member_max: number
  }
  banners: readonly Banner[]
  news: readonly News[]
  /** The strip above every screen. */
  notice: string
}

const wednesday = 3
const seasons = ['冬', '冬', '春', '春', '春', '夏', '夏', '夏', '秋', '秋', '秋', '冬'] as const

/** What the brand has to say around a day: counted from it, so that a demo is never out of season or over. */
export function seasonOf(today: string): Season {
  const from = firstOfNextMonth(today)
  const last = addDays(from, 24)
  const until = addDays(from, 25)
  const name = `${seasons[Number(from.slice(5, 7)) - 1]!}の銀器フェア`
  const terms =
    '期間中にエントリーのうえ直営店でお支払いいただくと、通常のポイントに2%を加算します。加算の上限はお一人さま1,000ptです。'
  const rest = nextBankRest(today)
  return {
    fair: { name, description: terms, rate_bp: 200, from, until, member_max: 1_000 },
    banners: [
      {
        period: periodOf(from, last),
        title: `${name}\nポイント+2%`,
        note: 'エントリー制・上限1,000pt',
        body: terms,
        picture: 'cup',
        link: null,
        until,
        fair: true,
      },
      {
        period: '毎月',
        title: 'お誕生月に\nポイントを贈ります',
        note: 'ランクに応じて300pt〜5,000pt',
        body: 'お誕生月の1日に、会員ランクに応じたポイントをお贈りします。生年月日の登録が必要です。',
        picture: 'necklace',
        link: null,
        until: null,
        fair: false,
      },
      {
        period: '【PR】',
        title: 'お友だち招待で\n500pt',
        note: 'はじめてのお支払い1,000円以上が対象',
        body: '【PR】招待された方がはじめて1,000円以上をお支払いになると、招待された方に500ptをお贈りします。紹介者に報酬が支払われるプロモーションです。',
        picture: 'ring',
        link: null,
        until: null,
        fair: false,
      },
      {
        period: '毎月第2土曜',
        title: '銀製品\nクリーニング無料デー',
        note: '他社製品もお持ちください',
        body: '直営店の店頭で、銀製品のクリーニングを無料で承ります。お一人さま2点までです。',
        picture: 'cloth',
        link: null,
        until: null,
        fair: false,
      },
      {
        period: periodOf(rest.from, addDays(rest.until, -1)),
        title: `${rest.name}の\n振込スケジュール`,
        note: '報酬のお振込みについて',
        body: `${longDay(rest.from)}から${longDay(addDays(rest.until, -1))}までは銀行休業日のため、お振込みは${longDay(rest.until)}以降となります。`,
        picture: 'dish',
        link: null,
        until: rest.until,
        fair: false,
      },
    ],
    news: [
      {
        days_ago: 12,
        title: `${name}のお知らせ`,
        message: `${longDay(from)}から${longDay(last)}まで、直営店で${name}を開催します。\n${terms.replace('直営店で', '')}`,
        picture: 'cup',
        action: { label: 'ホームで見る', path: '/home' },
      },
      {
        days_ago: 33,
        title: '会員ランクの特典をご覧いただけます',
        message: 'ランクごとの特典と、次のランクまでのお買い上げ額を、ホームのカードからご確認いただけます。',
        picture: 'ring',
        action: { label: 'ランクの特典を見る', path: '/home?sheet=rank' },
      },
    ],
    notice: `${longDay(wednesdayAfter(today))} 2:00〜4:00 メンテナンスのためご利用いただけません。`,
  }
}

function firstOfNextMonth(date: string): string {
  return `${addDays(`${date.slice(0, 7)}-01`, 31).slice(0, 7)}-01`
}

/** Not tomorrow's: a visitor who opens the demo has a day or two to read of it. */
function wednesdayAfter(date: string): string {
  const soon = addDays(date, 2)
  return addDays(soon, (wednesday - weekdayOf(soon) + 7) % 7)
}

/** The next three days or more on which no bank works, and the first on which they do again. */
function nextBankRest(today: string): { name: string; from: string; until: string } {
  let from = addDays(today, 1)
  for (;;) {
    let until = from
    while (!isBankDay(until)) until = addDays(until, 1)
    // A rest that has begun already is not the next one.
    const isWhole = isBankDay(addDays(from, -1))
    if (isWhole && until >= addDays(from, 3))
      return { name: until.slice(0, 4) > from.slice(0, 4) ? '年末年始' : '連休中', from, until }
    from = addDays(until, 1)
  }
}

const weekdays = '日月火水木金土'
const monthAndDay = (date: string) => [Number(date.slice(5, 7)), Number(date.slice(8))] as const

function shortDay(date: string): string {
  return `${monthAndDay(date).join('/')}(${weekdays[weekdayOf(date)]!})`
}

function longDay(date: string): string {
  const [month, day] = monthAndDay(date)
  return `${month}月${day}日(${weekdays[weekdayOf(date)]!})`
}

function periodOf(from: string, last: string): string {
  return `${shortDay(from)}〜${shortDay(last)}`
}

/**
 * Names are kept exactly as their bearers write them; to be found, each needs a second copy in which old, rare and
 * handwritten forms of a kanji stand as the common one. The first of each group is the common form.
 */
const groups =
  '高髙 崎﨑嵜碕㟢 吉𠮷 辺邉邊 斉齊斎齋 沢澤 浜濱濵 島嶋嶌 桜櫻 広廣 国國圀 宮宫 富冨 徳德 黒黑 藤籐 ' +
  '滝瀧 竜龍 関關 恵惠 真眞 寿壽 栄榮 学學 実實 礼禮 条條 来來 円圓 圧壓 亜亞 悪惡 為爲 壱壹 隠隱 ' +
  '営營 衛衞 駅驛 塩鹽 応應 欧歐 殴毆 奥奧 横橫 温溫 穏穩 仮假 価價 画畫 会會 絵繪 壊壞 懐懷 拡擴 ' +
  '殻殼 覚覺 楽樂 渇渴 巻卷 陥陷 勧勸 寛寬 観觀 歓歡 気氣 帰歸 亀龜 偽僞 戯戲 犠犧 旧舊 拠據 挙擧 ' +
  '虚虛 峡峽 狭狹 郷鄕 尭堯 暁曉 区區 駆驅 勲勳 薫薰 径徑 茎莖 渓溪 経經 掲揭 蛍螢 軽輕 継繼 鶏鷄 ' +
  '芸藝 撃擊 欠缺 研硏 県縣 倹儉 剣劍劔釼 険險 圏圈 検檢 献獻 権權 顕顯 験驗 厳嚴 呉吳 効效 恒恆 鉱鑛 ' +
  '号號 砕碎 済濟 剤劑 雑雜 参參 桟棧 蚕蠶 惨慘 賛贊讃 残殘 糸絲 歯齒 児兒 辞辭 湿濕 釈釋 収收 従從 ' +
  '渋澁 獣獸 縦縱 粛肅 処處 緒緖 叙敍 将將 称稱 渉涉 焼燒 証證 奨奬 乗乘 浄淨 剰剩 畳疊 縄繩 壌壤 ' +
  '嬢孃 譲讓 醸釀 触觸 嘱囑 尽盡 慎愼 図圖 粋粹 酔醉 穂穗 随隨 髄髓 枢樞 数數 瀬瀨 声聲 青靑 清淸 ' +
  '静靜 窃竊 摂攝 説說 専專 浅淺 戦戰 践踐 銭錢 潜潛 繊纖 禅禪 曽曾 双雙 壮壯 争爭 荘莊庄 捜搜 挿插 ' +
  '巣巢 装裝 総總 騒騷 増增 蔵藏 臓臟 即卽 属屬 続續 対對 体體 帯帶 滞滯 台臺 択擇 担擔 単單 胆膽 ' +
  '団團 断斷 弾彈 遅遲 痴癡 虫蟲 昼晝 鋳鑄 庁廳 徴徵 聴聽 勅敕 鎮鎭 逓遞 鉄鐵 点點 転轉 伝傳 灯燈 ' +
  '当當 党黨 盗盜 稲稻 闘鬪 独獨 読讀 届屆 弐貳 悩惱 脳腦 覇霸 拝拜 廃廢 売賣 麦麥 発發 髪髮 抜拔 ' +
  '晩晚 蛮蠻 秘祕 瓶甁 払拂 仏佛 並竝 併倂 変變 弁辨瓣辯 歩步 宝寶 豊豐 褒襃 翻飜 毎每 万萬 満滿 麺麵 ' +
  '黙默 弥彌 訳譯 薬藥 与與 予豫 余餘 誉譽 揺搖 様樣 謡謠 遥遙 頼賴 乱亂 覧覽 両兩 猟獵 緑綠 涙淚 ' +
  '塁壘 励勵 戻戾 霊靈 隷隸 齢齡 歴歷 錬鍊 炉爐 労勞 郎郞 楼樓 録錄 湾灣 桧檜 槙槇 禄祿 穣穰 萌萠 ' +
  '凛凜 晋晉 巌巖 猿猨 柳栁 館舘 野埜 峰峯 崖崕 薮藪籔 鴎鷗 桑桒 秋穐 船舩 杉椙 柿枾 蒋蔣 芦蘆 鞍鞌 ' +
  '靴鞾 頬頰 鴬鶯 鶴靏靍 橋𣘺 土圡 氷冰 久乆 京亰 丘坵 迫廹 舎舍 莱萊 曳曵 栃杤 梁樑 煕熙凞 昭炤 凉涼 ' +
  '珎珍 畑畠 稚穉 竪豎 箪簞 籠篭 諌諫 賎賤 間閒 面靣 年秊'

const common = new Map<string, string>()
for (const group of groups.split(' ')) {
  const [first = '', ...others] = Array.from(group.replace(/\p{Mn}/gu, ''))
  for (const other of others) if (other !== first && !common.has(other)) common.set(other, first)
}

/** How a search reads a name: common forms, half width, lower case, katakana, without spaces. */
export function searchCopy(...parts: readonly (string | null | undefined)[]): string {
  const text = parts
    .filter(Boolean)
    .join('')
    .replace(/\p{Variation_Selector}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s・'’.-]/g, '')
    .replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
  return Array.from(text, (character) => common.get(character) ?? character).join('')
}

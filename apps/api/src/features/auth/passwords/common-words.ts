/**
 * Long passwords that everybody tries first: the ten letters and more of the lists of leaked passwords, names of ours,
 * and words that Japanese keyboards invite. Compared in one case, width and kind of kana, and without what people put around
 * them or between their letters.
 */
export const words = (
  'password passw0rd p@ssword p@ssw0rd passwort mypassword yourpassword newpassword passwordpassword password1234 ' +
  'letmein iloveyou iloveyouso sunshine princess football baseball basketball superman batman starwars pokemon ' +
  'welcome welcomeback administrator administrador adminadmin rootroot testtest testtesttest changeme changethis ' +
  'qwertyuiop qwerty qwerty123456 qwertyqwerty asdfghjkl asdfasdf asdfghjklqwertyuiop zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx ' +
  'zaq12wsx q1w2e3r4t5 123qweasd 1qazxsw2 qazwsxedc abcd1234 abc123456 a1b2c3d4e5 aa123456 a123456789 123456789a ' +
  'qwer1234 asdf1234 trustno1 whatever computer internet samsung michael jennifer charlie monkey dragon shadow master ' +
  'liverpool chelsea barcelona chocolate butterfly fuckyou superstar blink182 mercedes corvette ' +
  'tsukishiro tsukishirogin shirogane shirogane925 silver silver925 silverring sterling925 ginzaiku tsukishiropoint ' +
  'nippon nihon tokyo1234 tokyo2020 osaka1234 kanazawa sakura sakurasakura doraemon pikachu totoro naruto onepiece ' +
  'konnichiwa arigatou arigato aishiteru daisuki yakyuu soccer12 takahashi watanabe tanaka suzuki yamamoto ' +
  'pointcard qrpayment mypoint hello12345 helloworld ' +
  'ぱすわーど ぱすわーどです わたしのぱすわーど あんしょうばんごう ひみつのあいことば こんにちは ありがとう ありがとうございます あいしてる ' +
  'だいすき さくらさくら おはようございます よろしくおねがいします'
).split(' ')

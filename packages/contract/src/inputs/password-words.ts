/** How this brand, its articles and its makers are called, in letters and in kana. */
export const ownNames =
  'tsukishirogin tsukisirogin tukisirogin tsukishiro tsukisiro tukishiro tukisiro shirogane sirogane ginkosha ginkousha ginkou ginko ' +
  'つきしろ しろがね ぎんこうしゃ ぎんこう 月白 白銀 銀工舎 銀工'

/** Ways along the alphabet, the digits, the keyboard and the kana. */
export const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!@#$%^&*()_+',
  '!"#$%&\'()=~|',
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん',
  'いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす',
].flatMap((walk) => [walk, [...walk].reverse().join('')])

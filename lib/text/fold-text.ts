/** Letters that people replace when they type, and that Unicode does not compose with a mark. Both forms of the Greek sigma become one. */
const respelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};

const BEYOND_ASCII = /\P{ASCII}/u;
/** The combining accents of Latin and Greek letters. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
const RESPELLED = new RegExp(`[${Object.keys(respelled).join('')}]`, 'g');

/**
 * A text as it is searched and found, by the server and in the browser alike: lower case, Latin and Greek letters without
 * accents, so that "sao paulo" is "São Paulo" and "grosse" is "Größe". Marks make another letter elsewhere (й is not и, が
 * is not か) and stay, in one form (NFC). Each character folds alone, but for marks, which go with the letter before them.
 */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').toLowerCase().replace(ACCENTS, '').normalize('NFC');
  return bare.replace(RESPELLED, (letter) => respelled[letter] ?? letter);
}

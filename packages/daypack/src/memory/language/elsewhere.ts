/**
 * What the check of a model's words needs of any language, also of those without a table: the words for numbers, for `no`, and
 * for the user. A statement in such a language may only repeat what was said.
 */

/** From two on: what means one is an article in many languages. Then the tens from thirty, a hundred, a thousand, a million. */
const COUNTED: Readonly<Record<string, string>> = {
  en: 'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million',
  de: 'zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million',
  es: 'dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien mil millón',
  fr: 'deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante - - - cent mille million',
  it: 'due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille milione',
  pt: 'dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem mil milhão',
  ru: 'два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто тысяча миллион',
}
const VALUES = [...Array.from({ length: 19 }, (_, at) => at + 2), 30, 40, 50, 60, 70, 80, 90, 100, 1_000, 1_000_000]

/** Each word for a number, and what it counts; the same word may count two things in two languages. */
export const NUMBER_WORDS: ReadonlyMap<string, readonly number[]> = Object.values(COUNTED).reduce((made, words) => {
  for (const [at, word] of words.split(' ').entries())
    if (word !== '-') made.set(word, [...(made.get(word) ?? []), VALUES[at] as number])
  return made
}, new Map<string, number[]>())

/** `No` where no table says it: Italian, Portuguese, Russian, Arabic, Dutch, Polish, Korean, Hindi. */
export const NO_ELSEWHERE =
  '(?<!\\p{L})(?:non|mai|senza|nessun[oa]?|não|nunca|sem|nenhum[a]?|не|нет|ни|никогда|без|нельзя|لا|لم|لن|ليس|ليست|لست|ما|بدون|غير|niet|geen|nooit|zonder|nie|nigdy|bez|안|못|नहीं|मत|बिना)(?!\\p{L})|않|없|아니'

/** The user, as a note about them calls them. */
export const USER_ELSEWHERE =
  "(?<!\\p{L})(?:l[’']utente|utente|(?:o |a )?usuári[oa]|пользовател\\p{L}*|المستخدم\\p{L}*|(?:de )?gebruiker|użytkownik\\p{L}*|사용자\\p{L}*|उपयोगकर्ता)(?!\\p{L})"

/** Turned round, a limit says the opposite. */
export const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /at least|no less than|minimum|mindestens|wenigstens|al menos|como mínimo|au moins|至少|不少于|少なくとも|以上|не менее/iu,
    /at most|no more than|maximum|höchstens|maximal|como mucho|como máximo|a lo sumo|au plus|至多|最多|不超过|多くとも|以下|не более/iu,
  ],
  [
    /more than|over \d|above|mehr als|über \d|más de|plus de|超过|多于|больше/iu,
    /less than|under \d|below|fewer than|weniger als|unter \d|menos de|moins de|少于|不到|未満|меньше/iu,
  ],
  [
    /(?<!\p{L})(?:before|vor|antes de|avant|до)(?!\p{L})|之前|以前|前に/iu,
    /(?<!\p{L})(?:after|nach|después de|tras|après|после)(?!\p{L})|之后|以后|後に/iu,
  ],
  [
    /(?<!\p{L})(?:only|nur|solo|sólo|seulement)(?!\p{L})|只有|だけ/iu,
    /(?<!\p{L})(?:anyone|everyone|jeder|alle|cualquiera|todos|tout le monde)(?!\p{L})|任何人|誰でも/iu,
  ],
]

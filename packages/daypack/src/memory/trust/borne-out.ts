import { fromLanguages } from '../language/index.ts'
import { crossedIn } from './crossed.ts'
import { deniedIn } from './denied.ts'
import { wordsElsewhere } from './elsewhere.ts'
import { exactParts } from './exact.ts'
import { SPEAKER, TELLING } from './lineage.ts'
import { otherValuesIn } from './other-values.ts'
import { saidIn } from './said.ts'
import { contentTerms, share, wordsOf } from './terms.ts'
import { otherSubjectsIn } from './whose.ts'

/**
 * What a statement says that its basis does not: names, places, numbers and dates that stand nowhere in it, word by word,
 * and clauses none of whose words do. Empty when all is borne out. By shape, in every script; a paraphrase may choose its
 * verbs, not its names.
 */
export function notBorneOut(text: string, basis: string): string[] {
  const said = saidIn(basis.normalize('NFKC'))
  const { words, values, terms } = said
  const stands = (name: string): boolean => {
    if (UNSPACED.test(name)) return said.text.toLowerCase().includes(name.toLowerCase())
    return wordsOf(name).every((word) => words.has(word)) || share(contentTerms(name), terms) === 1
  }
  const whole = text.normalize('NFKC')
  const claim = whole.replace(SPEAKER(), ' ')
  const exact = exactParts(claim).filter(
    (name) => !values.has(name) && (!said.text.includes(name) || !wordsOf(name).every((word) => words.has(word))),
  )
  return [
    ...new Set([
      ...exact,
      ...namesIn(claim).filter((name) => !stands(name)),
      ...clauses(claim).filter((clause) => isForeign(clause, terms)),
      ...otherValuesIn(claim, said),
      ...otherSubjectsIn(whole, said),
      ...crossedIn(claim, said),
      ...deniedIn(whole, said),
      ...wordsElsewhere(whole, said),
    ]),
  ]
}

const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}]/u

/** Names by their shape: capitals inside a sentence, Katakana, Han words that can only be names, days and months. */
function namesIn(text: string): string[] {
  return [
    ...capitals(text),
    ...NAMED().flatMap((pattern) => [...text.matchAll(pattern)].map(([all, part]) => part ?? all)),
  ]
}

/** A word with a capital, unless it opens the sentence alone: `Berlin Mitte is …` are names, `Prefers tea` is none. */
function capitals(text: string): string[] {
  return text.split(/(?<=[.!?:;])\s+|\n+/).flatMap((sentence) => {
    const found = [...sentence.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}’'-]*/gu)]
    const first = sentence.search(/[\p{L}\p{N}]/u)
    return found
      .filter(({ index, 0: word }) => {
        const isFollowed =
          found.some((each) => each.index === index + word.length + 1) && !SMALL().has(word.toLowerCase())
        return word !== 'I' && (index > first || isFollowed || (word.length > 1 && word === word.toUpperCase()))
      })
      .map(([word]) => word.replace(/[’']s$|[’'-]+$/u, ''))
  })
}

const SMALL = fromLanguages(
  (all) => new Set(all.flatMap(({ stopWords, smallWords = '' }) => `${stopWords} ${smallWords}`.split(/\s+/))),
)

/** Characters that write foreign names by their sound. */
const SOUNDS =
  '阿埃艾安奥巴贝比彼伯勃布查达丹德狄迪蒂杜多厄恩尔法菲费芬佛夫弗福盖戈格古哈海汉赫亨胡华霍吉基加杰金卡凯坎康考柯科克肯库拉莱兰朗劳勒雷黎里理利莉莲列林琳留卢鲁伦罗洛吕马玛迈麦曼梅门蒙米密摩莫默姆穆纳娜奈内尼妮涅宁牛纽努诺欧帕潘佩彭皮珀普齐奇契乔切琴热仁日茹瑞萨塞赛桑瑟森莎沙山舍圣施什史士舒斯丝苏索塔泰坦汤唐陶特滕提廷图托瓦万汪威韦维温文翁沃乌武伍西希锡夏肖谢辛休修逊雅亚扬耶叶伊易因印英尤于约宰泽扎詹珍芝朱兹佐'
/** A name in letters stands alone; Han characters need no gap. */
function bounded(name: string): string {
  return /^[a-zà-ÿ]/.test(name) ? String.raw`(?<!\p{L})(?:${name})(?!\p{L})` : name
}

/** `mar(?:ch)?` in full: an abbreviation is too short to be sure of. */
function longName(month: string): string {
  return bounded(month.replaceAll(')?', ')'))
}

const NAMED = fromLanguages((all): readonly RegExp[] => [
  /[\p{sc=Katakana}ー・]{2,}/gu,
  new RegExp(`[${SOUNDS}]{3,}`, 'gu'),
  /(?:住在|来自|名叫|叫做|叫|位于|出生于|就职于|搬到|前往)(\p{sc=Han}{2})/gu,
  /姓(\p{sc=Han})/gu,
  /(\p{sc=Han}{2,4}?)(?:に住|出身|在住|で働|さん|在住)/gu,
  /\p{sc=Han}{2,3}?[市省县区町県]/gu,
  /[〇零一二两三四五六七八九十百千万]+(?:年|月|日|号|点|岁|歳|時|个|元|円|万)/gu,
  new RegExp(
    all
      .flatMap(({ calendar }) => calendar?.weekdays ?? [])
      .map(bounded)
      .join('|'),
    'giu',
  ),
  new RegExp(
    all
      .flatMap(({ calendar }) => calendar?.months ?? [])
      .map(longName)
      .join('|'),
    'giu',
  ),
])

function clauses(text: string): string[] {
  return text
    .split(/[,;:!?](?!\d)|\.(?=\s|$)|[。、\n]|\s(?:and|but|y|und|et|e)\s|并且?|而且|以及/iu)
    .map((clause) => clause.trim())
    .filter(Boolean)
}

/** Nothing in it was said: not one of its words, those aside that only tell of a statement. */
function isForeign(clause: string, said: ReadonlySet<string>): boolean {
  const own = contentTerms(clause.replace(TELLING(), ' '))
  return own.size > 1 && share(own, said) === 0
}

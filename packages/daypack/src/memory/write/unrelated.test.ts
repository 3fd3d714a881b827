import { expect, test } from 'vitest'
import { changedBy } from './refers.ts'

// What one person may say over some weeks, a line each: none of it changes any other. As many more taught the weights.
const SAID: Readonly<Record<string, string>> = {
  en: `
Gran can't walk far
My brother studies medicine
The cat only eats wet food
Leo doesn't like mushrooms
i go to the gym three times a week
I do the school run, Dan does the shopping
Our rent is due on the 1st.
I'm studying for the AWS exam in May.
We deploy on Tuesdays.
Book club meets at Nora's.
The cat gets 60 grams of food a day.
Our Python version is 3.11.
I have a cleaner on Fridays.
my gym is PureGym on the high street`,
  de: `
Oma ist schlecht zu Fuß
Mein Bruder studiert Medizin
Der Kater frisst nur Nassfutter
Leo mag keine Pilze
Unser Sohn heißt Emil
der kassenwart ist max
Ich jogge jeden Sonntag 10 Kilometer.
Ich arbeite bei Siemens in Erlangen.
Das Projekt heißt Falke.
Meine Schwester wohnt in Kassel.
Ich nehme 20 mg Citalopram.
Ich fahre einen Polo.
Ich bin Single.
Antworte kurz.`,
  es: `
La abuela anda mal de las piernas
Mi hermano estudia medicina
El gato solo come lata
A Leo no le gustan las setas
voy al gimnasio tres veces por semana
la tutora se llama Rosa
En el coro somos ocho.
Los niños se acuestan a las ocho y media.
Desplegamos los martes.
Mi casero es el señor Petit.
La asistenta viene los viernes.
Quedamos en el Café Roto.
Prefiero respuestas cortas.
El perro come 200 gramos al día.`,
  zh: `
论文写的是短视频对老年人的影响
收件人写吴倩
读书会在读活着
奶奶腿不好，走不了远路
车停在地下二层B区
我弟学医的，明年毕业
公司年会定在腊月二十
儿子爱吃虾
医生让少吃盐
老师布置作业都发在群里
合唱团有八个人。
孩子七点半睡觉。
我们每周二发版。
房东姓裴。`,
  ja: `
歯医者は中央歯科の林先生です
祖母は足が悪くて遠くまで歩けません
弟は医学部で来年卒業です
息子はエビが好物
塩分は控えるように言われています
連絡は全部LINEでやってます
週3でジムに行ってます
家賃は8万円です。
うちのWi-Fiの名前はOtterです。
プロジェクト名はファルコンです。
姉は仙台に住んでいます。
シタロプラムを20mg飲んでいます。
ポロに乗っています。
独身です。`,
}

test.each(Object.entries(SAID))('of what has nothing to do with each other hardly anything changes: %s', (_, said) => {
  const lines = said.trim().split('\n')
  const changed = lines.flatMap((line, index) => {
    const found = changedBy(line, lines.slice(0, index))
    return found === undefined ? [] : `${line} ← ${found.line}`
  })
  expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(1)
})

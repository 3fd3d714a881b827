import { expect, test } from 'vitest'
import { changedBy } from './refers.ts'

// What one person may say over some weeks, a line each: none of it changes any other.
const SAID: Readonly<Record<string, string>> = {
  en: `
Parcels go to the neighbours
Gran can't walk far
The car's parked on level 2
My brother studies medicine
Dinner's at seven at ours
The cat only eats wet food
I'm away on business from next week
Leo doesn't like mushrooms
Parking is 40 a month
i go to the gym three times a week
the treasurer is max
I do the school run, Dan does the shopping
The team offsite is in Porto.
Our rent is due on the 1st.
We're 8 people in the choir.
I'm studying for the AWS exam in May.
My commute takes 40 minutes.
We deploy on Tuesdays.
I weigh 82 kilos.
Book club meets at Nora's.
My flight to Oslo leaves at 9:40.
The cat gets 60 grams of food a day.
My desk is on the 3rd floor by the window.
Our Python version is 3.11.
My favourite tea is Assam.
I have a cleaner on Fridays.
My phone is a Pixel 7.
my gym is PureGym on the high street`,
  de: `
Die Pakete kommen zu den Nachbarn
Oma ist schlecht zu Fuß
Das Auto steht in der Tiefgarage auf Platz 31
Mein Bruder studiert Medizin
Abendessen gibts bei uns um sieben
Der Kater frisst nur Nassfutter
Ab nächster Woche bin ich auf Dienstreise
Leo mag keine Pilze
Der Parkplatz kostet 40 Euro im Monat
Unser Sohn heißt Emil
ich geh dreimal die woche ins gym
der kassenwart ist max
Unsere Miete beträgt 780 Euro.
Ich jogge jeden Sonntag 10 Kilometer.
Chorprobe ist montags um 19 Uhr.
Ich arbeite bei Siemens in Erlangen.
Die Kinder gehen um halb acht ins Bett.
Das Projekt heißt Falke.
Deployments machen wir dienstags.
Meine Schwester wohnt in Kassel.
Unser Vermieter ist Herr Petzold.
Ich nehme 20 mg Citalopram.
Die Putzhilfe kommt freitags.
Ich fahre einen Polo.
Wir treffen uns im Café Roth.
Ich bin Single.
Die Autoversicherung läuft bei der Allianz.
Antworte kurz.`,
  es: `
Los paquetes los dejan en portería
La abuela anda mal de las piernas
El coche está en la segunda planta
Mi hermano estudia medicina
Cenamos a las nueve
El gato solo come lata
La semana que viene estoy de viaje
A Leo no le gustan las setas
El parking cuesta 40 al mes
voy al gimnasio tres veces por semana
el tesorero es max
la tutora se llama Rosa
El alquiler son 780 euros.
En el coro somos ocho.
La wifi se llama Nutria.
Los niños se acuestan a las ocho y media.
El proyecto se llama Halcón.
Desplegamos los martes.
Mi hermana vive en Lugo.
Mi casero es el señor Petit.
Tomo 20 mg de citalopram.
La asistenta viene los viernes.
Tengo un Polo rojo.
Quedamos en el Café Roto.
Estoy soltero.
Prefiero respuestas cortas.
estoy aprendiendo italiano
El perro come 200 gramos al día.`,
  zh: `
快递放门口就行
论文写的是短视频对老年人的影响
老二小米周五学游泳
收件人写吴倩
他今年七十一，耳朵不太好
读书会在读活着
我去奥斯陆的飞机是9点40
奶奶腿不好，走不了远路
孩子班主任姓方
车停在地下二层B区
家里两只猫，一只橘的一只白的
我弟学医的，明年毕业
晚饭一般七点吃
公司年会定在腊月二十
猫粮买的皇家
儿子爱吃虾
下周开始我出差
医生让少吃盐
我们小区停车费每月200
老师布置作业都发在群里
房租每月3000。
合唱团有八个人。
家里wifi叫Otter。
孩子七点半睡觉。
项目叫猎鹰。
我们每周二发版。
我姐住在成都。
房东姓裴。`,
  ja: `
次男のそうたは金曜にスイミング
歯医者は中央歯科の林先生です
猫はドライフードです
祖母は足が悪くて遠くまで歩けません
車は地下2階に停めています
弟は医学部で来年卒業です
夕飯はだいたい7時です
息子はエビが好物
来週から出張です
塩分は控えるように言われています
駐車場代は月8000円
連絡は全部LINEでやってます
うちの犬の名前はポチ
週3でジムに行ってます
担任は方先生
家賃は8万円です。
合唱団は8人です。
うちのWi-Fiの名前はOtterです。
子どもは7時半に寝ます。
プロジェクト名はファルコンです。
デプロイは火曜です。
姉は仙台に住んでいます。
大家さんは小林さんです。
シタロプラムを20mg飲んでいます。
掃除の人は金曜に来ます。
ポロに乗っています。
待ち合わせはカフェ青です。
独身です。`,
}

test.each(Object.entries(SAID))('what has nothing to do with each other changes nothing: %s', (_, said) => {
  const lines = said.trim().split('\n')
  const changed = lines.flatMap((line, index) => {
    const found = changedBy(line, lines.slice(0, index))
    return found === undefined ? [] : `${line} ← ${found.line}`
  })
  expect(changed).toEqual([])
})

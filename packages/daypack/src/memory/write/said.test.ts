import { expect, test } from 'vitest'
import { LEAST, score } from './score.ts'

// What people tell an assistant in passing, one line each: `+` is worth keeping, `-` is not.
const SAID = `
+ i teach maths at a secondary school in Graz
+ I'm a single dad of twins
+ We moved to Tallinn in April and I freelance now
+ My background is in physics
+ I'm the only backend person here
+ I've worked at Siemens for six years
+ My team sits in Pune, so mornings are best for calls
+ I don't drink coffee after noon
+ I can't stand bullet points
+ Keep the tone friendly but not chummy
+ Stick to two spaces
+ Metric units please
+ answers in french please
+ short answers please, i read on my phone
+ Skip the intro and get to the point every time
+ Whenever you write SQL, use uppercase keywords
+ Don't explain basic git to me
+ You can assume I know React
+ we're going with Hetzner
+ Decision made: Postgres it is
+ Okay, Postgres then.
+ We ended up choosing Kafka over RabbitMQ
+ we're dropping IE11 support
+ We've moved off Heroku
+ the report is due next Friday
+ Submission closes on July 3
+ the deadline got extended to July 10
+ My flight leaves on August 2 at 7am
+ Dentist on the 14th of September
+ Mika is the one who signs contracts
+ Ping Laura if the build breaks
+ Our accountant is called Benoit
+ my manager Rachel approves holidays
+ The on-call person is Deniz
+ I'm lactose intolerant
+ I have asthma and take salbutamol
+ my dad has diabetes
+ Our dog Biscuit is scared of fireworks
+ the api listens on 4000 locally
+ we run k8s 1.29
+ Redis is at cache.internal:6380
+ logs live in /var/log/kestrel
+ the wifi is called Heron, password is on the fridge
+ The CI uses Node 22
+ config is in config/app.toml
+ backups run nightly at 2
+ our bundle id is com.kestrel.app
+ the design files are in Figma under "Kestrel"
- can you run it locally
- it works now
- The page is blank
- I see three warnings
- I'll do that tomorrow
- add a test for that
- The second one is better
- we need to fix the header
- Use the second approach
- rename foo to bar
- Looks good to me, merge it
- The build takes 40 seconds now, why?
- I changed the port to 3000 and it crashed
- no that's not what I meant
- yes please
- not yet
- write a poem about the sea
- translate this into German
- how much is it?
- it says permission denied
- I updated the file, check again
- Server responded with 502
- tests are passing
- I like it
- go on
- I'm getting a 404 on /login
- the tests take ages
- Make the button blue
- I got an answer from them, it's fine
- open src/app.ts and fix the import
+ 我是两个孩子的妈妈
+ 我在一家银行做风控
+ 老家在成都，现在住北京
+ 我英语不太好，尽量用中文
+ 我有糖尿病，甜的不能吃
+ 我爸高血压
+ 回答短一点
+ 代码里不要写中文注释
+ 表格比文字好，我喜欢看表格
+ 提交信息用英文
+ 我们改用 Rust 重写了
+ 最后决定上 K8s
+ 定了，用 Vue3
+ 合同找法务小陈
+ 前端归小王，后端归我
+ 老板每周五看报表
+ 交稿日期是9月3号
+ 交稿推到9月10号
+ 数据库在 10.1.2.3:5432
+ 本地端口是 8081
+ 日志放在 /data/logs
+ Node 版本固定 20
+ 我家狗叫豆豆
+ 我老婆素食
- 跑不起来
- 这段代码什么意思
- 加个按钮
- 我试了，还是不行
- 好的，继续
- 第二个方案更好
- 把颜色改成蓝色
- 我觉得可以
- 这个测试挂了
- 我先去吃饭
+ Soy enfermera y hago turnos de noche
+ Vivo con mis padres en Murcia
+ Tengo alergia al polen
+ Mi marido se llama Jordi
+ En casa somos cinco
+ Prefiero que me tutees
+ Respuestas cortas, por favor
+ Los commits en inglés
+ Usamos Postgres 16
+ El servidor escucha en el 8080
+ Los logs están en /var/log/app
+ La contraseña la tiene Marcos
+ Pregúntale a Elena por los contratos
+ Elena se encarga de las facturas
+ Al final tiramos con Kotlin
+ Nos decidimos por AWS
+ La entrega es el 5 de julio
+ La entrega pasa al 12 de julio
+ Cada lunes tengo reunión con el equipo
- no funciona
- otra vez el mismo error
- haz un resumen
- me parece bien
- el botón está mal alineado
- prueba con el otro
- gracias, perfecto
- ya lo he cambiado
- cambia el color a azul
+ Ich bin Lehrerin an einer Grundschule in Kiel
+ Wir wohnen in Graz und haben drei Kinder
+ Ich vertrage keine Nüsse
+ Mein Mann hat Zöliakie
+ Ich arbeite Teilzeit, freitags bin ich nicht da
+ Antworte bitte kurz
+ Bitte keine Emojis
+ Commit-Nachrichten auf Englisch
+ Variablen in snake_case
+ Wir nehmen jetzt Vite statt Webpack
+ Wir sind von Jenkins auf GitLab umgestiegen
+ Die Entscheidung ist gefallen: Kotlin
+ Der Server lauscht auf 8080
+ Die Doku liegt in Confluence
+ Unser Staging heißt reiher.local
+ Verträge unterschreibt Frau Lang
+ Bei Fragen zur Buchhaltung ist Tim zuständig
+ Mein Chef heißt Oliver
+ Abgabe ist am 3. Juli
+ Die Abgabe ist jetzt am 10. Juli
+ Ich bin Veganerin
- geht nicht
- der Test schlägt fehl
- mach den Knopf blau
- passt so
- ich hab das geändert
- sieht gut aus
- lösch die Datei
- das ist zu lang
- ich probiere es später
+ 小学校の教師です
+ 東京でデザイナーをしています
+ 卵アレルギーです
+ 娘は乳製品がだめです
+ 回答は箇条書きで
+ 敬語は不要です
+ コードのコメントは英語で
+ DBはPostgres 16を使っています
+ サーバーは192.168.1.5です
+ ログは/var/logにあります
+ 契約は山田さんに確認してください
+ 経理は鈴木さんが担当しています
+ フレームワークはNext.jsに決まりました
+ Vueに乗り換えることにした
+ 締め切りは7月3日です
+ 締め切りが7月10日になりました
+ 毎週月曜に定例があります
+ 上司は木村です
+ 車は持っていません
- 動かない
- 直して
- ボタンを青にして
- いいですね
- もう一度お願いします
- テストが落ちます
- これを訳して
- 変更しました
`

test.each(['+', '-'])('2A13: of what people said, lines marked %s: noted, or not, but for one in twelve', (mark) => {
  const lines = SAID.trim()
    .split('\n')
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(2))
  const noted = lines.filter((text) => score(text) > LEAST)
  const wrong = mark === '+' ? lines.length - noted.length : noted.length
  expect(wrong / lines.length).toBeLessThan(1 / 12)
})

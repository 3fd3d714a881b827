/** Forms that no suffix rule joins, as `base: form form`; only forms that are rarely another word. */
const FORMS = `go: went gone goes; buy: bought; bring: brought; think: thought; teach: taught; catch: caught; fight: fought; seek: sought;
take: took taken; give: gave given; come: came; become: became; see: saw seen; know: knew known; grow: grew grown;
throw: threw thrown; draw: drew drawn; fly: flew flown; write: wrote written; ride: rode ridden; drive: drove driven; rise: risen;
speak: spoke spoken; break: broke broken; choose: chose chosen; freeze: froze frozen; steal: stole stolen; wake: woke woken;
wear: wore worn; tear: tore torn; swear: swore sworn; eat: ate eaten; fall: fell fallen; forget: forgot forgotten;
hide: hid hidden; bite: bitten; begin: began begun; drink: drank drunk; sing: sang sung; swim: swam swum; run: ran; ring: rang rung;
sink: sank sunk; shrink: shrank shrunk; win: won; make: made; say: said; pay: paid; tell: told; sell: sold; hear: heard; hold: held;
keep: kept; sleep: slept; sweep: swept; weep: wept; feel: felt; deal: dealt; mean: meant; dream: dreamt; learn: learnt; burn: burnt;
build: built; rebuild: rebuilt; send: sent; spend: spent; lend: lent; bend: bent; lose: lost; leave: left; meet: met; lead: led;
feed: fed; sit: sat; stand: stood; understand: understood; find: found; hang: hung; stick: stuck; strike: struck; swing: swung;
dig: dug; shoot: shot; shake: shook shaken; forgive: forgave forgiven; tie: tying; die: dying died; beat: beaten; overcome: overcame;
undo: undid undone; redo: redid redone; show: shown; prove: proven; slide: slid; overwrite: overwrote overwritten;
child: children; man: men; woman: women; person: people; foot: feet; tooth: teeth; mouse: mice; goose: geese; wife: wives;
knife: knives; half: halves; shelf: shelves; wolf: wolves; thief: thieves; index: indices; matrix: matrices; vertex: vertices;
analysis: analyses; crisis: crises; criterion: criteria; mom: mum mother mama mommy mummy; dad: father papa daddy; grandma:
grandmother granny; grandpa: grandfather granddad; bike: bicycle; fridge: refrigerator; tv: television;
color: colour; favorite: favourite; center: centre; organize: organise; realize: realise; behavior: behaviour; neighbor: neighbour;
theater: theatre; traveling: travelling; cancel: cancelled canceled;
one: 1; two: 2; three: 3; four: 4; five: 5; six: 6; seven: 7; eight: 8; nine: 9; ten: 10; eleven: 11; twelve: 12; twenty: 20;
first: 1st; second: 2nd; third: 3rd;
january: jan; february: feb; april: apr; june: jun; july: jul; august: aug; september: sept sep; october: oct; november: nov;
december: dec; monday: mon; tuesday: tue tues; thursday: thu thurs; friday: fri`

/** Form to base word. */
export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.split(';').flatMap((entry) => {
    const [base = '', forms = ''] = entry.split(':').map((part) => part.trim())
    return forms
      .split(/\s+/)
      .filter(Boolean)
      .map((form): [string, string] => [form, base])
  }),
)

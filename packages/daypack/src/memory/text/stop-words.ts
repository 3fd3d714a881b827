/** English words that say nothing about what a text is about, contractions included. */
const ENGLISH = `a about above after again all also am an and any are aren't as at be because been before being below between
both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever few for
from further get gets getting got had hadn't has hasn't have haven't having he he'd he'll her here here's hers herself hey hi him
himself his how how's i i'd i'll i'm i've if in into is isn't it it's its itself just let let's like me might mine more most much many
must my myself no nor not of off oh ok okay on once only onto or other our ours ourselves out over own please same shall she she'd
she'll should shouldn't so some such than that that's the their theirs them themselves then there there's these they they'd
they'll they're they've this those through to too under until up upon us very was wasn't we we'd we'll we're we've well were
weren't what what's whats when when's where where's which while who who's whom whose why why's will with won't would wouldn't
yeah yes yet you you'd you'll you're you've your yours yourself yourselves`

/** Function words of other languages in Latin letters; none of them is a word with content in English. */
const OTHER = `de la e el los las una unos unas del al y o que en por para se su sus lo le les como pero más mas este esta
estos estas ese esa esos esas cuál cual cuáles cuales qué quién quien quiénes cuándo cuando cuánto cuántos cuántas dónde donde
cómo porqué fue fueron eran ser es está están ha han había también muy entre sobre desde hasta según durante ante cada
der das und den dem ein eine einer eines einem einen ist sind nicht mit von zu zum zur auf für auch im wie wer wann wo
warum welche welcher welches wurde wurden werden wird sich bei nach aus oder über
du des et est un une dans qui que quoi quel quelle quels quelles où quand pourquoi pas sur avec ce cette ces
ont sont été aux ou leur leurs il elle ils elles nous vous je tu
di il lo gli della delle degli dei nel nella che chi cosa quando perché sono è non più quale quali
o um uma uns umas da do das na no nos em não qual quais quem onde quanto são foi foram ao aos à às pelo pela`

export const STOP_WORDS: ReadonlySet<string> = new Set(ENGLISH.split(/\s+/))

const FOLDED = OTHER.normalize('NFD').replace(/\p{M}/gu, '')
export const FOREIGN_STOP_WORDS: ReadonlySet<string> = new Set([...OTHER.split(/\s+/), ...FOLDED.split(/\s+/)])

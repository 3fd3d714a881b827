import { either, opening, words, type Wording } from './wording.ts'

const PLEASE = 'please|pls|ok|okay|so|and|also|now|then'
const KIN =
  '(?:wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|mom|mum|father|dad|brother|sister|kids?|children|family|boss|manager|colleague|roommate|dog|cat)'
const COMPONENT =
  '(?:backend|back end|frontend|front end|server|database|db|warehouse|api|app|site|website|service|repo|repository|pipeline|ci|schema|cluster|stack|cache|queue|codebase|monorepo|build)'
const STATE =
  '(?!down|up|broken|red|green|failing|slow|not|still|back|too|now|empty|gone|missing|wrong|full|fine|ready|done|a bit|very|really|there|here|that|what|which|being|so|quite|working|running|ok|okay|good|bad|great|complaining|stuck|hanging)'
const ROLE =
  '(?:developer|dev|programmer|engineer|lead|architect|designer|manager|student|teacher|professor|doctor|nurse|lawyer|writer|author|editor|journalist|founder|owner|analyst|scientist|researcher|consultant|freelancer|translator|accountant|musician|chef|photographer|admin|sysadmin|intern)'

export const english: Wording = {
  decision: either(
    /(?:^(?:(?:ok(?:ay)?|so|and|also|finally|yes),? )*|\b(?:i|we|team)(?:['’]ve| have| has)? (?:just |finally |now |also )?)decided (?:to|on|against|that)\b|\b(?:we agreed|settled on|the decision is|(?:let'?s|we(?:'ll| will| are going to)|i(?:'ll| will)) (?:also )?(?:go with|use\b|switch|stick (?:with|to)|move (?:to|from)|adopt|replace|migrate)|(?:we|i)(?:'ve| have)? (?:switched|moved|migrated|chose|picked) |^(?:please |now )?(?:replace \S+ (?:with|by)|switch(?:ed)? (?:from|to)|migrate (?:from|to)))/i,
    words(
      "(?:we|i)(?:['’]re| are|['’]m| am)? (?:go|going|went) (?:ahead )?with",
      "(?:we|i)(?:['’]ve| have)? (?:settled on|picked|chosen|agreed on|opted for)",
      'lets (?:go with|use|stick (?:with|to)|switch|move to)',
    ),
    words('(?:the )?team (?:chose|picked|went with|agreed on|decided|voted for)'),
  ),
  preference: either(
    /\b(?:i|we) (?:really |also |strongly |usually |generally |much )?(?:prefer|like|love|hate|dislike|always|never|don'?t like|can'?t stand|would (?:rather|prefer))\b(?! (?:the|these|this|that|those|your|how|it|best|option|your)\b)|\bfrom now on\b|\bgoing forward\b|\bmy (?:favou?rite|preferred)\b|^(?:please |and |but |so )*(?:always|never)\b|\b(?:don'?t|do not) ever\b|\bnever again\b|\buse \S+ instead of \S+|\buse \S+,? not \S+/i,
    words(
      'i (?:usually|normally|typically|generally|tend to) \\p{L}+',
      "(?:i|we) (?:don['’]?t|do not|never) want (?!to |this|that|an? |the |it|any)\\p{L}+",
      'use \\S+(?: \\S+)?,? (?:never|and not|but not|no) \\S+',
      '(?:write|answer|reply|respond|comment|format|name|document|cite) (?:me |all |every |the |your |any )?[^.!?,]{0,40}? ?(?:in|as|with|without) (?:british |american |simple |plain )?(?:english|german|french|spanish|italian|portuguese|chinese|japanese|korean|dutch|russian|polish|turkish|markdown|latex|(?:snake|camel|kebab|pascal)[ _-]?case)',
    ),
    opening(
      PLEASE,
      '(?:use|write|keep|name|format|cite|answer|reply|respond|explain)\\s(?:[^.!?]*\\s)?(?:always|never|only|every|each|whenever)(?!\\p{L})',
      '(?:all|every) \\p{L}+(?: \\p{L}+)? (?:in|as|without) [^.!?]{1,30}[.!]?$',
      'keep (?:(?:your|the|such|all|any) )?[\\p{L} ]{0,20}(?:answers?|repl(?:y|ies)|summar(?:y|ies)|explanations?|messages?|comments?|responses?) \\p{L}+',
    ),
    words(
      '(?:i|we) refuse to \\p{L}+',
      "please (?:don['’]?t|avoid|never) \\p{L}+ (?!this|that|it|the)(?:\\p{L}+ )?\\p{L}+s",
      '(?:plain|simple|formal|informal|friendly|casual) (?:language|tone|style|wording)',
    ),
    /^(?:all |our )?(?:\p{L}+ )?(?!this|is|was|does|has)\p{L}+s (?:should|must|are always|are never|always|never)(?!\p{L})/iu,
    /(?:^|[,;] (?:so |and |but )?)avoid (?!this|that|it|the)\p{L}+/iu,
  ),
  fact: either(
    /\bmy (?!(?:\w+ )?(?:question|problem|issue|guess|point|concern|understanding|mistake|thought|idea|code|error|bug)s?\b)(?:\w+ ){1,3}(?:is|are)\b|\bi(?:'m| am) (?:an? (?!bit\b|little\b|lot\b|big fan\b)\w+|from|based|working (?:at|for|on)|allergic|vegetarian|vegan|called|\d+)\b|\bi(?:'ve| have) been (?:working|living|learning|studying|playing|training|using|taking|married|diagnosed)\b|\bi (?:just |recently |finally )?(?:bought|adopted|joined|graduated|started (?:a|at|my|working|learning)|got (?:married|engaged|promoted|a new))\b|\bi (?:work|live|study|speak|was born|grew up|moved to)\b|\bcall me\b|\bi have (?:an?|two|three|four|\d+) (?!lot\b|bit\b|good\b|few\b|question|problem|feeling|idea)\w+|\bwe (?:use|run on|deploy|host) |\bour (?!problem|issue|question|goal|plan|next|only)(?:\w+ ){0,2}\w+ (?:uses?|runs? on|deploys?|hosts?|is called|are called|is|are) |(?<!\b(?:until|till|when|if|whether|once|before|after|unless|while|because|as) )\b(?:the|this) (?:project|repo|app|team|company|service|database|server|api) (?:is(?! (?:down|up|broken|red|green|failing|slow|not|still|back|too|now|empty|gone|missing|wrong|full|fine|ready|done)\b)|uses|runs|lives)\b|^(?:please |also |and )*(?:remember|keep in mind|note|don'?t forget)(?: this| this fact)?(?: that\b|[:,](?=\s))|\bplease remember\b|\bfor the record\b/i,
    words(
      `my ${KIN}(?: \\p{L}+)?,? (?:is|are|has|have|can['’]?t|cannot|doesn['’]?t|don['’]?t|loves?|likes?|hates?|turns?|lives?|works?|eats?|needs?|prefers?|studies|speaks?)`,
      `i['’ ]?a?m (?:[\\p{L}-]+,? ){0,4}${ROLE}(?:s|ship)?`,
      'we live in',
      '(?:i|we) (?:lead|manage|head) (?:the|a|an|our)',
      '(?:i|we) (?:run|own|have) (?:the|a|an|our) (?:\\p{L}+ ){0,3}(?:team|group|shop|store|company|business|lab|department|studio|agency|practice|restaurant|farm|blog|startup)',
      "(?:i|we|he|she|they|it)(?:['’]s|['’]re|['’]m| is| are| am)? (?:can['’]?t|cannot|don['’]?t|doesn['’]?t) eat",
      "(?:am|is|are|i[’']m|he[’']s|she[’']s) (?:allergic|diabetic|celiac|coeliac|lactose|gluten|vegetarian|vegan|intolerant)",
      '(?:an? )?\\p{L}+ (?:allergy|intolerance)',
      'the (?:\\p{L}+ ){0,2}(?:server|database|repo|repository|cluster|bucket|registry|wiki|dashboard|branch|endpoint|password|key) (?:is|lives|runs|stands) (?!down|up|broken|red|green|failing|slow|not|still|back|too|now|empty|gone|missing|wrong|full|fine|ready|done|a bit|very|really|there|here|that|what|which|being)(?:in |at |on |called )?\\S+',
      '(?:production|prod|staging|ci) (?:runs?|is hosted|lives|deploys|uses)',
      '(?:tests?|files?|docs|configs?|migrations?|components?|backups?|secrets|fixtures|assets) (?:go|live|belong)',
      '(?:budget|time ?zone|address|limit) is',
    ),
    words(
      `(?:the|our) (?:\\p{L}+ )?${COMPONENT} (?:(?:is|lives|stands) ${STATE}|runs on|runs in|uses|only |supports|is written)`,
      'my (?!question|problem|issue|guess|point|code|test|build|bug|error)\\p{L}+ (?:(?:starts?|ends?|begins?) (?:at|on|in)|lives?|works? (?:at|for|in|as))',
      "i['’]ve got (?:an?|two|three|four|\\\\d+) (?!question|problem|bug|error|issue|idea|feeling|few|lot|bit)\\p{L}+",
      'i take (?!it|that|this|the|a|your|my|care|back|over|part)\\p{L}+',
    ),
  ),
  named:
    /(?:\b[Ii](?:['’]?m| am)|\b[Mm]y name['’]?s?(?: is)?) (?!I\b)\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)?(?:[,.!]|\s(?:and|from|at|the)\b|$)|^(?:[Pp]lease )?(?:[Aa]sk|[Pp]ing|[Pp]age|[Cc]ontact|[Nn]otify|[Cc][Cc]) \p{Lu}\p{Ll}+ (?:for|about|if|when|before|on)\b|^\p{Lu}\p{Ll}+ (?:reviews|approves|owns|maintains|is responsible|is in charge|handles) /u,
  question:
    /[?？]\s*$|^(?:so |and |but |ok,? |hey,? )*(?:what|why|how|when|where|who|which|(?:can|could|would|should|shall|do|does|did|is|are|was|were|will|have|has) (?:i|we|you|it|they|this|that|there|the)\b)/i,
  fragment:
    /[:：]$|^(?:if|when|once|but once|that'?s (?:a good|great)|make it|revise|rewrite|for example|e\.g\.|instead of|unless|you(?:['’]re| are) (?:absolutely |totally |quite )?right)\b/i,
  leadIn:
    /^(?:(?:please|also|and|so),? )*(?:remember|note|keep in mind|don'?t forget|for the record)(?: this)?(?: that|[:,])+\s+/i,
  habit:
    /\b(?:always|never|prefers?|preferred|likes?|loves?|hates?|dislikes?|favou?rite|usually|rather|from now on|going forward|instead of|every|all|any|use \S+,? not)\b/i,
  atHand: /\b(?:this|that|these|those|it|them)\b/i,
  moved:
    /\b(?:(?:has |have |had |was |were |is |are |been |got |just |now |we |i |they )*(?:moved?|pushed(?: back| out)?|postponed|shifted|delayed|extended|rescheduled|brought forward|changed|slipped)(?: (?:the|our|my) (?:\w+ ){1,3})?(?: back| forward| out)? ?(?:to|until|till|by)|is now|are now|(?:moves|slips|shifts|changes) to)\b/i,
  due: /\b(?:deadlines?|due|submission|submit(?:ted)?|deliver(?:y|ed)?|hand(?:ed)? in)\b/i,
  scheduled:
    /\b(?:launch(?:es)?|releases?|go[- ]live|kick-?off|exam|wedding|birthday|turns|conference|presentation|demo|opening|starts?|begins?|ends?|expires?|anniversary|move|trip|flight)\b/i,
  onDay:
    /\b(?:is|are|will be|falls|takes place|happens|was set)(?: (?:now|only|planned|scheduled|set|fixed))?(?: (?:on|by|for|until))?(?: the| \w+day,?)? ?@/i,
  momentary:
    /\b(?:today|tonight|right now|for now|this time|just now|at the moment|currently|yesterday|tomorrow|this (?:morning|afternoon|evening|week)|temporarily)\b/i,
}

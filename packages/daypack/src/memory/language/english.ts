import type { Changes, Language, Shape, Wording } from './language.ts'
import { either, opening, pageOf, words } from './tables.ts'

const PLEASE = 'please|pls|ok|okay|so|and|also|now|then'
const KIN =
  '(?:wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|mom|mum|father|dad|brother|sister|kids?|children|family|boss|manager|colleague|roommate|dog|cat)'
const COMPONENT =
  '(?:backend|back end|frontend|front end|server|database|db|warehouse|api|app|site|website|service|repo|repository|pipeline|ci|schema|cluster|stack|cache|queue|codebase|monorepo|build)'
const STATE =
  '(?!down|up|broken|red|green|failing|slow|not|still|back|too|now|empty|gone|missing|wrong|full|fine|ready|done|a bit|very|really|there|here|that|what|which|being|so|quite|working|running|ok|okay|good|bad|great|complaining|stuck|hanging)'
const ROLE =
  '(?:developer|dev|programmer|engineer|lead|architect|designer|manager|student|teacher|professor|doctor|nurse|lawyer|writer|author|editor|journalist|founder|owner|analyst|scientist|researcher|consultant|freelancer|translator|accountant|musician|chef|photographer|admin|sysadmin|intern)'

const wording: Wording = {
  decision: either(
    /(?:^(?:(?:ok(?:ay)?|so|and|also|finally|yes),? )*|\b(?:i|we|team)(?:['’]ve| have| has)? (?:just |finally |now |also )?)decided (?:to|on|against|that)\b|\b(?:we agreed|settled on|the decision is|(?:let'?s|we(?:'ll| will| are going to)|i(?:'ll| will)) (?:also )?(?:go with|use\b|switch|stick (?:with|to)|move (?:to|from)|adopt|replace|migrate)|(?:we|i)(?:'ve| have)? (?:switched|moved|migrated|chose|picked) |^(?:please |now )?(?:switch(?:ed)? (?:from|to)|migrate (?:from|to)))/i,
    words(
      "(?:we|i)(?:['’]re| are|['’]m| am)? (?:go|going|went) (?:ahead )?with",
      "(?:we|i)(?:['’]ve| have)? (?:settled on|picked|chosen|agreed on|opted for)",
      'lets (?:go with|use|stick (?:with|to)|switch|move to)',
    ),
    /^(?:(?:ok(?:ay)?|so|and),? )?(?:we|i)(?:['’]ve|['’]re|['’]ll| have| are| will)? [^.!?]{1,60}(?:rather than|instead of) (?!that|this|it)\S+/iu,
    words(
      "decision (?:made|taken)|it[’']?s (?:decided|settled)",
      '(?:we|i) ended up (?:choosing|using|picking|with|going)',
      "(?:we|i)(?:['’]re| are|['’]m| am) (?:dropping|moving (?:to|from|off)|switching|keeping|replacing|retiring|deprecating|adopting|migrating|sticking|ditching)",
      "(?:we|i)(?:[’']ve| have) (?:moved|switched|migrated) (?:off|away|to|from|over)",
      '(?:the )?team (?:chose|picked|went with|agreed on|decided|voted for)',
      "(?:let['’]?s|we(?:['’]ll| will| are going to|['’]re going to)|i(?:['’]ll| will)|gonna) (?:drop|ditch|scrap|abandon) (?!it|this|that|them)\\S+",
      "(?:gonna|going to|let['’]?s|we(?:['’]ll| will)|i(?:['’]ll| will)) (?:write|build|do|ship|host|make) (?:this|it|that|them|everything|the \\p{L}+)? ?(?:in|with|on|as) \\S+",
    ),
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
    /^(?!both|these|those)(?:all |our )?(?:\p{L}+ )?(?!this|is|was|does|has)\p{L}+s (?:should|must|are always|are never|always|never)(?!\p{L})/iu,
    /(?:^|[,;] (?:so |and |but )?)avoid (?!this|that|it|the)\p{L}+/iu,
  ),
  fact: either(
    /\bmy (?!(?:\w+ )?(?:question|problem|issue|guess|point|concern|understanding|mistake|thought|idea|code|error|bug)s?\b)(?:(?!thinks|says|said|told|keeps|swears|reckons|claims)\w+ ){1,3}(?:is|are)\b|\bi(?:['’]?m| am) (?:an? (?!bit\b|little\b|lot\b|big fan\b)\w+|from|based|working (?:at|for|on)|allergic|vegetarian|vegan|called|\d+)\b|\bi(?:'ve| have) been (?:working|living|learning|studying|playing|training|using|taking|married|diagnosed)\b|\bi (?:just |recently |finally )?(?:bought|adopted|joined|graduated|started (?:a|at|my|working|learning)|got (?:married|engaged|promoted|a new))\b|\bi (?:work|live|study|speak|was born|grew up|moved to)\b|\bcall me\b|\bi have (?:an?|two|three|four|\d+) (?!lot\b|bit\b|good\b|few\b|question|problem|feeling|idea)\w+|\bwe (?:use|run on|deploy|host) |\bour (?!problem|issue|question|goal|plan|next|only)(?:\w+ ){0,2}\w+ (?:uses?|runs? on|deploys?|hosts?|is called|are called|is|are) |(?<!\b(?:until|till|when|if|whether|once|before|after|unless|while|because|as) )\b(?:the|this) (?:project|repo|app|team|company|service|database|server|api) (?:is(?! (?:down|up|broken|red|green|failing|slow|not|still|back|too|now|empty|gone|missing|wrong|full|fine|ready|done)\b)|uses|runs|lives)\b|^(?:please |also |and )*(?:remember|keep in mind|note|don'?t forget)(?: this| this fact)?(?: that\b|[:,](?=\s))|\bplease remember\b|\bfor the record\b/i,
    words(
      `my ${KIN} (?!(?:\\p{L}+ )?(?:said|says|thinks|reckons|swears|claims|keeps|insists)(?!\\p{L}))(?!is|was|asked|wants me|told)(?:\\p{L}+ )?\\p{L}+s \\p{L}+`,
      `my ${KIN}(?: \\p{L}+)?,? (?:is|are|has|have|can['’]?t|cannot|doesn['’]?t|don['’]?t|loves?|likes?|hates?|turns?|lives?|works?|eats?|needs?|prefers?|studies|speaks?)`,
      `i['’ ]?a?m (?:[\\p{L}-]+,? ){0,4}${ROLE}(?:s|ship)?`,
      'we live in',
      '(?:i|we) (?:lead|manage|head) (?:the|a|an|our)',
      '(?:i|we) (?:run|own|have) (?:the|a|an|our) (?:\\p{L}+ ){0,3}(?:team|group|shop|store|company|business|lab|department|studio|agency|practice|restaurant|farm|blog|startup)',
      "(?:i|we|he|she|they|it)(?:['’]s|['’]re|['’]m| is| are| am)? (?:can['’]?t|cannot|don['’]?t|doesn['’]?t) eat",
      "(?:am|is|are|i[’']m|he[’']s|she[’']s) (?:allergic|diabetic|celiac|coeliac|lactose|gluten|vegetarian|vegan|intolerant)",
      '(?:an? )?\\p{L}+ (?:allergy|intolerance)',
      "(?:i|he|she) (?:can['’]?t|cannot) (?:do|eat|drink|tolerate) (?!it|this|that|the|an?|any|much|anything|more|so)\\p{L}+",
      'the (?:\\p{L}+ ){0,2}(?:server|database|repo|repository|cluster|bucket|registry|wiki|dashboard|branch|endpoint|password|key) (?:is|lives|runs|stands) (?!down|up|broken|red|green|failing|slow|not|still|back|too|now|empty|gone|missing|wrong|full|fine|ready|done|a bit|very|really|there|here|that|what|which|being)(?:in |at |on |called )?\\S+',
      '(?:production|prod|staging|ci) (?:runs?|is hosted|lives|deploys|uses)',
      '(?:tests?|files?|docs|configs?|migrations?|components?|backups?|secrets|fixtures|assets) (?:go|live|belong)',
      '(?:budget|time ?zone|address|limit) is',
    ),
    words(
      `(?:the|our) (?:\\p{L}+ )?${COMPONENT} (?:(?:is|lives|stands) ${STATE}|runs on|runs in|uses|only |supports|is written)`,
      'my (?!question|problem|issue|guess|point|code|test|build|bug|error)\\p{L}+ (?:(?:starts?|ends?|begins?) (?:at|on|in)|lives?|works? (?:at|for|in|as))',
      "i['’]ve got (?:an?|two|three|four|\\\\d+) (?!question|problem|bug|error|issue|idea|feeling|few|lot|bit)\\p{L}+",
      '(?:i|we) (?:open|close|start|finish|meet|train|ship|deploy|release|publish|post|charge|invoice|deliver)(?: \\p{L}+)? (?:at|on|every|until|till|behind|through|via)',
      'i have this (?:little|old|new|small|big) \\p{L}+',
      "(?:i|we)(?:['’]ve| have)? (?:booked|reserved|arranged) (?!it|this|that)[^.!?]{3,40} (?:for|on|at|in) (?:the )?[\\p{L}\\d]+",
      '(?:i|we) keep (?:my|our) \\p{L}+ (?:in|at|with|on)',
      'i (?:do|handle) (?:the|all the|most of the) (?:\\p{L}+ )?(?:run|shopping|cooking|cleaning|accounts|taxes|laundry|dishes|books|payroll|ordering|ironing|driving|garden)',
      "(?:i|we) won['’]?t (?:eat|use|do|buy|touch|drink|take|wear|drive|fly|work|allow) (?!it|this|that|them)\\p{L}+",
      'i was an? [\\p{L} -]{3,30} (?:for|all my) ',
      'i used to (?:be|work|teach|live|play)',
      "(?:the|our|my) [\\p{L} ]{2,20}['’]s (?:now )?(?:called|named)",
      "i['’]?m (?:[\\p{L}-]+ )?(?:the|a) (?:[\\p{L}-]+ )?(?:treasurer|secretary|chair(?:man|woman)?|head|coach|captain|member|volunteer|nurse|cook|driver|mum|mom|dad)",
      'i take (?!it|that|this|the|a|your|my|care|back|over|part)\\p{L}+',
    ),
  ),
  named: new RegExp(
    [
      String.raw`(?:\b[Ii](?:['’]?m| am)|\b[Mm]y name['’]?s?(?: is)?) (?!I\b)\p{Lu}\p{Ll}+(?:[ -]\p{Lu}\p{Ll}+)?(?:[,.!]|\s(?:and|from|at|the)\b|$)`,
      String.raw`(?:^|[,;] (?:please )?|[Ff]or [^.,]{3,30},? )(?:[Pp]lease )?(?:[Aa]sk|[Pp]ing|[Pp]age|[Cc]ontact|[Nn]otify|[Cc][Cc]|[Tt]alk to|[Ss]peak to|[Cc]heck with|[Ll]oop in|[Ee]mail) \p{Lu}\p{Ll}+(?: (?:for|about|if|when|before|on|in|from|at)\b|[.,]|$)`,
      String.raw`^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)? (?:now )?(?:reviews|approves|owns|maintains|handles|runs|leads|manages|heads|coordinates|supervises|signs off|deals with|takes care of|looks after|is responsible|is in charge|is (?:our|my)|wants|prefers|insists on|can['’]t|hates|does (?:the|our|all)) [^.]{2,60}\.?$`,
      String.raw`^(?:[Oo]k(?:ay)?|[Aa]lright|[Ff]ine|[Rr]ight),? \p{Lu}[\w.+#]+(?: it is| then)[.!]?$|^\p{Lu}[\w.+#]+ it is[.!]?$|^\p{Lu}\p{Ll}+ is the one who |^(?:[Tt]he|[Oo]ur) [\p{L}-]+(?: [\p{L}-]+)? is (?:called )?\p{Lu}\p{Ll}+\.?$`,
      String.raw`(?:goes?|report|reports|belongs?|escalate[sd]?|forwarded|comes? from|delivered by|supervised by|managed by|led by|owned by|(?:sign-?off|approval|ok) (?:from|by)) (?:to )?(?:Prof\. |Dr\. |Mr\.? |Ms\.? |Mrs\.? )?\p{Lu}\p{Ll}+(?:[,.;]|\s(?:in|from|for|who|and|she|he)\b|$)`,
    ].join('|'),
    'u',
  ),
  refers:
    /\binstead\b(?! of)(?<!\b(?:drop|ditch|replace|not|scrap)\b.*)|\b(?:that|this|the (?:first|second|third|last|other|latter|former))(?: one| option| approach| way)?[.!]?$/i,
  question:
    /[?？]\s*$|^(?:so |and |but |ok,? |hey,? )*(?:(?:what|why|how|when|where|who|which)\b|(?:can|could|would|should|shall|do|does|did|is|are|was|were|will|have|has) (?:i|we|you|it|they|this|that|there|the)\b)/i,
  fragment:
    /[:：]$|^(?:if|when|once|but once|that'?s (?:a good|great)|make it|revise|rewrite|for example|e\.g\.|instead of|imagine|suppose|pretend|let['’]?s (?:say|assume|pretend)|unless|you(?:['’]re| are) (?:absolutely |totally |quite )?right)\b/i,
  leadIn:
    /^(?:(?:please|also|and|so),? )*(?:remember|note|keep in mind|don'?t forget|for the record)(?: this)?(?: that|[:,])+\s+/i,
  habit:
    /\b(?:always|never|prefers?|preferred|likes?|loves?|hates?|dislikes?|favou?rite|usually|rather|from now on|going forward|instead of|every|all|any|use \S+,? not)\b/i,
  atHand: /\b(?:this|that|these|those|it|them)\b/i,
  moved:
    /\b(?:(?:has |have |had |was |were |is |are |been |got |just |now |we |i |they )*(?:moved?|pushed(?: back| out)?|put(?: back| off)|postponed|shifted|delayed|extended|rescheduled|rebooked|brought forward|changed|slipped)(?: (?:it|us|them)| (?:the|our|my)(?: \w+){1,3})?(?: back| forward| out)? ?(?:to|until|till|by|for|on)|is now|are now|(?:moves|slips|shifts|changes) to)\b/i,
  due: /\b(?:deadlines?|due|submission|submit(?:ted)?|deliver(?:y|ed)?|hand(?:ed)? in|done (?:by|before)|finished by|ready by)\b/i,
  scheduled:
    /\b(?:launch(?:es)?|releases?|go[- ]live|kick-?off|exam|wedding|birthday|turns|conference|presentation|demo|opening|starts?|begins?|ends?|expires?|anniversary|move|trip|flight)\b/i,
  onDay:
    /\b(?:is|are|will be|falls|takes place|happens|was set)(?: (?:now|only|planned|scheduled|set|fixed))?(?: (?:on|by|for|until))?(?: the| \w+day,?)? ?@/i,
  momentary:
    /\b(?:today|tonight|right now|for now|this time|just now|at the moment|currently|yesterday|tomorrow|this (?:morning|afternoon|evening|week)|temporarily)\b/i,
}

const TALK =
  "haven['’]?t|hasn['’]?t|think|thought|guess|see|saw|know|knew|mean|meant|hope|wonder|suppose|agree|believe|understand|understood|get|got|want|wanted|need|needed|have|had|can|can['’]?t|cannot|could|couldn['’]?t|will|won['’]?t|would|wouldn['’]?t|should|shouldn['’]?t|may|might|must|shall|just|did|didn['’]?t|do|feel|felt|say|said|tell|told|ask|asked|hear|heard|remember|forgot|assume|expect|figure|figured|suspect|doubt|notice|noticed|appreciate|am|are|was|were|like|love|also|still|only|now|then|really|actually|already|even|both|all|either|never|always"
const NOT_TALK =
  '(?:think|know|see|want|need|get|understand|like|have|believe|remember|care|mind|mean|agree|recall|feel|trust|really|quite|even|actually|expect|worry|forget|bother|explain|add|use|touch|write|send|call|do|be|let|make|put|give|seem|fully|find|hear|notice|just|yet|ever|always)'
const ACTS =
  'tried|try|find|found|ran|check\\p{L}*|look(?! after)\\p{L}*|fix\\p{L}*|chang\\p{L}*|add\\p{L}*|remov\\p{L}*|updat\\p{L}*|commit\\p{L}*|merg\\p{L}*|open\\p{L}*|push\\p{L}*|pull\\p{L}*|test\\p{L}*|delet\\p{L}*|renam\\p{L}*|install\\p{L}*|sen[dt]|wrote|mad?e|make|put|went|go|came|gave|give|took(?! over)|copied|past\\p{L}*|click\\p{L}*|start\\p{L}*|stop\\p{L}*|clos\\p{L}*|show\\p{L}*|restart\\p{L}*|buil[dt]|compil\\p{L}*|debug\\p{L}*|upload\\p{L}*|download\\p{L}*|creat\\p{L}*|switch\\p{L}*|moved?|set|turn\\p{L}*|typed?|press\\p{L}*|select\\p{L}*|refactor\\p{L}*|split|revert\\p{L}*|rebas\\p{L}*|read|watch\\p{L}*|wait\\p{L}*|keep|kept|meet|met|left|leave|call\\p{L}*|run (?:it|this|that|the tests?|npm|into)|disabl\\p{L}*|enabl\\p{L}*|replac\\p{L}*|need\\p{L}*|end(?:ed)? up|follow\\p{L}*|implement\\p{L}*|review\\p{L}*|review|explain\\p{L}*|includ\\p{L}*|return\\p{L}*|handle|handled|receiv\\p{L}*|process\\p{L}*|store|load|loaded|parse|render\\p{L}*|pass|passed|skip|skipped|print|log'
const THINGS =
  '(?:prod(?:uction)?|staging|servers?|hosts?|database|db|warehouse|ports?|branch(?:es)?|repo(?:sitory)?|bucket|cluster|queue|registry|deploys?|deployments?|releases?|builds?|ci|pipeline|backups?|logs|alerts?|incidents?|tickets?|prs?|reviews?|invoices?|payments?|orders|deliver(?:y|ies)|stand-?ups?|meetings?|office|budget|rent|menu|shifts?|classes|lessons|kids|env var|token|secrets?|password|config|schema|endpoint|api|domain|wifi|account|licen[cs]e|msrv|sprints?|retro|indentation|commits|docs|documentation|wiki|dashboard|team|company|app|site|website|service|frontend|backend|stack|linter|formatter|cache|tests|coverage|snapshots|migrations|fixtures|imports|exports|dates|timestamps|numbers|prices|captions|headings|footnotes|slides|e?mails|letters|reports|newsletter|gym|surgery|clinic|practice|shop|store|garden|soil|flat|house|car|bike|landlord|neighbou?rs?|suppliers?|customers?|patients|students|pupils|members|files|designs?|specs?|photos|keys|bundle id)'

const shape: Shape = {
  past: "(?<!\\p{L})(?:was|were|wasn['’]?t|had|went|got|did|didn['’]?t|made|ate|slept|lost|came|saw|took|gave|told|forgot|fell|broke|bought|met|sat|spent|woke|ran|thought|felt|left|said|burnt|drank|cried|cooked|(?!need|red|bed|speed|feed|seed|shed|embed|based|called|named|allergic|married|retired|supposed)\\p{L}{2,}ed)(?!\\p{L})",
  whenever:
    '(?<!\\p{L})(?:when(?:ever)? (?:you|i|we) (?:write|answer|reply|respond|explain|ask|send|say|give|draft|suggest|mention|talk|quote|list|show|plan|name)|whenever|any ?time (?:i|you)|each time|every time|in (?:anything|everything|all) (?:you|i)|if (?:i|you) (?:ever )?(?:ask|write|mention|need))(?!\\p{L})',
  stated:
    "^(?:(?:the|our|my|his|her|their|all|both|every|each) )?(?:[\\p{L}\\d'’-]+ ){1,4}?(?:is|are|has|have|does|takes?|goes|comes?|runs?|lives?|works?|needs?|gets?|costs?|handles?|owns?|uses?|means?|will|can['’]?t|cannot|(?!this|yes|thanks|always|plus|less|perhaps|its|his|was|us)\\p{L}{3,}s) ",
  notes:
    "^(?:(?:ok(?:ay)?|sure|right|great|perfect|alright|ah|thanks|of course)[,.! ]+)*(?:noted|got it|understood|will do|duly|good to know|i['’]ll (?:remember|keep|use|stick|avoid|note|make|go|write|do|bear|take|stay|leave|skip|update|switch)|i(?:['’]ve)? (?:noted|saved|updated|changed|added)|updated|remembered|saved|makes sense|fair enough|consider it|from now on|congrat\\p{L}*|sorry to hear)(?!\\p{L})",
  greets:
    '^(?:(?:hi+|hey+|hello|yo|good (?:morning|afternoon|evening|night)|morning|evening|thanks?(?: you)?(?: so much| a lot| again)?|thx|cheers|ty|ok(?:ay)?|great|perfect|got it|cool|nice|bye|see you|yes|no|sure|done|lovely|that helps?|that helped|there|again|all|everyone)[,.! ]*)+$',
  same: "(?<!\\p{L})(?:same|unchanged|stays? (?:the same|put|as)|no change|(?:has|have|did)n['’]?t changed?|still the same|as before|doesn['’]?t change|remains?)(?!\\p{L})",
  asking:
    "(?<!\\p{L})(?:what(?:['’]?s| is| are| do| does| should| would)(?!\\p{L})|how (?:do|does|to|many|much|long|often|far|is|are|would|should|can|come)|(?:can|could|would|will|do|did) (?:you|u|ya)(?!\\p{L})|any (?:ideas?|tips|chance|thoughts)|is (?:it|there|that) (?:ok|okay|any|a|normal|safe|worth)|quick(?:est)? (?:question|one|fix|way)|remind me (?:what|how|why|which|who)|help (?:me|w|with))(?!\\p{L})|^(?:\\p{L}+[, ]+){0,2}?(?:what|why|how|where|which|who|whats|hows|wheres)(?!\\p{L})|^(?:does|do|did|is|are|was|has|should|can|could|would) (?:the |a |an |my |our )?[\\p{L}\\d-]+ ",
  orders:
    "^(?:(?:ok(?:ay)?|now|then|please|pls|just|and|so|also|well|hey|hi+|thanks|morning|evening|hello|yo)[, ]+)*(?:i )?(?:need (?:an? |the |some |help)|give|write|make|draft|show|list|explain|translate|summari[sz]e|rewrite|fix|suggest|recommend|find|create|generate|help|tell|check|turn|add|remove|sort|convert|calculate|compare|plan|rename|shorten|format|put|update|change|send|remind|design|outline|proofread|scale|run|try|look|describe|compose|build|refactor|delete|split|get|throw|word|phrase|spell|do|redo|cut|pick|swap|move|drop|quote|sketch|come up) |^(?:i )?(?:need|want|gimme|got to have|looking for) (?:an? |the |some |\\d|two |three |five |ten |help)|^(?:i['’]?d|i would|i should|we['’]?d) (?:like|love|need)(?!\\p{L})",
  you: "(?<!\\p{L})(?:you|u|your|yours|you['’](?:re|ve|ll|d)|yourself)(?!\\p{L})",
  once: '(?<!\\p{L})(?:(?:just|only) (?:for )?(?:this|once|today|tonight|tomorrow|now|them|him|her|that|the one|one)(?!\\p{L})|just (?:for|this)(?!\\p{L})|this (?:one )?time(?: only)?|for (?:tonight|today|this one|the moment|this once)|(?:today|tonight|this (?:week|month|one)|one time|tomorrow) only|as an exception|one[- ]off|for once)(?!\\p{L})',
  self: `^(?:(?:hi|hey|hello|right|so|well|ok|okay|btw|by the way|also|and|for context|fyi|morning|good morning)[,!.:]? (?:so )?)?(?:(?:i|we) (?!(?:\\p{L}+ly )?(?:${TALK}|${ACTS})(?![\\p{L}'’]))\\p{L}{3,}(?![\\p{L}'’])|(?:i|we) (?:don['’]?t|dont|do not) (?!${NOT_TALK}(?!\\p{L}))\\p{L}{3,}|(?:i|we)(?:['’]ve| have) (?:worked|lived|studied|played|taught|run|owned|known|used)(?!\\p{L})|(?:i|we) (?:build|make|sell|fix|grow|paint|bake|brew|restore|repair|design|sew|breed|do) (?!it(?!\\p{L})|this|that|them|so|not|want|need)(?:[\\p{L}-]+ ){1,4}(?:in|for|at|from|on|with|now|because) |(?:i|we) look after |i have (?:asthma|diabetes|adhd|migraines?|epilepsy|arthritis|hypertension|insomnia|eczema|kids|children|twins|dyslexia)|i['’]?m (?:the (?:only|sole|new|main|one who)|off|away|in my \\p{L}+|in charge|responsible|retired|married|divorced|pregnant|colou?r-?blind|left-handed|deaf|dyslexic)(?!\\p{L}))`,
  recurring:
    '(?<!\\p{L})(?:(?:once|twice|(?:two|three|four|five|\\d+) times|\\d+x) (?:a|per) (?:day|week|month|year)|every (?:single )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|every (?:morning|evening|night|week|fortnight|month|quarter|other day|spring|summer|autumn|winter)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|nightly|weekly|each (?:week|month|quarter))(?!\\p{L})',
  thing: `(?:^|[,;] (?:and |so )?)(?:the |our |my |all |every |each )?(?:[\\p{L}-]+ ){0,2}${THINGS}(?: (?!that|which|is|are)[\\p{L}-]+){0,3}? (?:is|are|lives?|runs?|goes|go|comes?|uses?|needs?|has|have|takes?|starts?|ends?|opens?|closes?|listens?|belongs?|stays?|sits?|costs?|changes?|rotates?|expires?|should|must|gets?|happens?)(?!\\p{L})|^[\\p{L}+#]+ for ${THINGS}(?!\\p{L})|^(?:the |our |my )?[\\p{L}\\d-]+(?: [\\p{L}-]+){0,2} (?:is|are|lives?|sits?|listens?) (?:at|in|on|under) \\S*[\\p{L}\\d][./:]\\S*[\\p{L}\\d]`,
  rule: [
    '^(?:and |but |also |pls |please )?no (?![^.]*(?:yet|\\p{L}+ed|found|available|needed|required|left|necessary)[.!]?$)(?!hay|es|se|me|lo|las?|los|te|le|son|está|tiene|puede|fue|idea|problem|worries|need|one|more|longer|way|reason|rush|thanks|errors?|clue|doubt|matter|luck|change|difference|results?|output)[\\p{L}-]+(?: [\\p{L}-]+){0,3}(?: (?:anywhere|please|pls)|(?: (?:in|on|for|at|after|before) [^.!?]{2,30}))?[.!]?$',
    '^[\\p{L}-]+(?: [\\p{L}-]+){0,4} (?:only|throughout|everywhere|by default)(?:,? (?:please|pls))?[.!]?$',
    '^(?:all )?\\p{L}+s (?:[\\p{L}-]+ ){0,3}(?:should|must) (?:be|stay|go|use|have|follow|never|always|not)(?!\\p{L})',
    '^(?:all )?\\p{L}+s (?:[^,.]{0,20} )?(?:go|goes) (?:through|to|in|into|via|out|under|next)(?!\\p{L})',
    "(?:^|[,;] (?:and |so |please )*|please )(?:don['’]?t|do not|never) (?:bother|use|add|write|send|mention|suggest|recommend|include|commit|push|deploy|schedule|book|call me|cc) (?!it(?!\\p{L})|this|that|them|the |me(?!\\p{L})|yet|now)",
    '^(?:keep|make) (?:the|your|my) (?:tone|style|language|wording|answers?|repl(?:y|ies)|summar(?:y|ies)|e?mails?) ',
    '^(?:please )?stick (?:to|with) (?!it|this|that|the )',
    '(?<!\\p{L})(?:every time|each time|as a rule|in general,)(?!\\p{L})|^whenever ',
    '^(?!(?:run|fix|add|write|show|list|update|check|remove|make|give|delete|create|use|send|explain|yes|no|this|that|these|those|the|more|two|three|other|all|try|translate|summari[sz]e|rename|push|sort|open|print|see)(?!\\p{L}))(?:[\\p{L}-]+ ){0,2}\\p{L}{3,}s(?: in \\p{L}+)?,? (?:please|pls)(?!\\p{L})',
    "(?<!\\p{L})(?:you can assume|assume (?:that )?i|i already know)(?!\\p{L})|^(?:please )?don['’]?t explain (?!this|that|it|the)",
    '(?:needs?|requires?) (?:a )?(?:sign-?off|approval|review|ok) (?:from|by|of)',
    "(?<!\\p{L})i['’]d rather (?:you |have |get |see |not )",
    '(?:address|call) me (?:as|by)? ?\\S+',
    '(?<!\\p{L})drives? me (?:mad|crazy|nuts)',
  ].join('|'),
  passing: `(?<!\\p{L})(?:again|errors?(?! (?:go|are (?:logged|handled|wrapped)|must|should))|exceptions?|stack ?trace|fail(?:s|ed|ing|ures?)?|crash(?:es|ed|ing)?|broken|bugs?|issues?|problems?|timed? ?out|red|angry|stuck|hang(?:s|ing)?|wrong|odd|weird|strange|thanks?|sorry|ugh|hmm+|oops|lol|haha+|brb|nice|great|cool|perfect|awesome|lovely|looks?|sounds?|seems?|probably|maybe|perhaps|later|soon|moment|minute|let me|trying|not sure|compiles?|twice|anyway|wait|instead of that|example|apparently|correctly|properly|confus\\p{L}+|curious|keeps \\p{L}+ing)(?!\\p{L})`,
  mood: "(?:i (?:(?:really|just|also|still|kind of|sort of|kinda|do|always|often|definitely) )*(?:will (?:(?:definitely|also|always|certainly|try|do) )*(?:try|my best|keep (?:that|it|this)|take (?:your|a look)|remember|refer|consider|think about|be careful|look into|go check|check it)|feel(?! strongly)|felt|hope|wish|guess|wonder|bet|believe|vaguely|wanted to (?:chat|talk|ask|tell|share|say))|i(?:['’]m| am) (?:(?:so|really|very|a bit|feeling|quite|just|pretty) )*(?:happy|sad|tired|exhausted|lonely|stressed|anxious|excited|upset|bored|nervous|worried|frustrated|glad|down|looking forward)|i['’]ll (?:(?:definitely|also|certainly) )?(?:try|do my best|keep (?:that|it|this)|take (?:your|a look)|remember|refer|consider|think about|be careful|look into|go check|check it)|hopefully|fingers crossed|my mood|especially when|today is (?:mon|tues|wednes|thurs|fri|satur|sun)day|sometimes,? i|chatting with|talking (?:to|with) you|believe in|(?:dear|my) (?:ai|friend)(?: companion)?[.!]?$|i (?:have|had|['’]ve got) an? (?:\\p{L}+ )?question|i(?:['’]ve| have) been (?:facing|under|feeling|struggling|having|encountering)|in addition,? i will|i will (?:prepare|enjoy|practi[cs]e|work hard|pay attention|make sure)|(?!i |we )[\\p{L}' ]{3,40} can (?:\\p{L}+ )?(?:take|make|give|help|bring|enrich|provide|let) (?:me|us|people|our|you)|the (?:visuals|scenery|movie|film|song|taste|atmosphere|story|plot|most touching|experience)|i (?:attended|loved the|traveled|travelled|watched|visited|spent)|it (?:felt|feels|was (?:so|very|really|such|a))|can['’]?t wait|nice to meet|of course|no problem|you['’]re (?:right|welcome))(?!\\p{L})",
  agrees: '(?:yes|yeah|yep|indeed|exactly|true|right|of course|absolutely)(?!\\p{L})',
  aside:
    ',\\s*(?:so |and |but )?(?:(?:where|how|what|why) (?:do|does|did|is|are|was|can|could|should|would|will|shall|am|else)|which (?:one|of|would|should|do)|(?:any|got any) (?:ideas?|tips|suggestions))(?!\\p{L})[^,.!]*$',
  request:
    '^(?:so |and |but )?(?:where|how|what|why)(?! (?:i|we)(?!\\p{L}))(?!\\p{L}|ever)|^which (?:one|of|\\p{L}+s? (?:go|goes|is|are|do|does|should|would|fits?))(?!\\p{L})|^remind me (?:what|how|why|which|who)|^(?:i|we) need an? (?:\\p{L}+ ){1,3}(?:that|which|for|to|with)(?!\\p{L})|^(?:an?|two|three|four|five|ten|\\d+) (?:[\\p{L}-]+ ){1,3}(?:about|for|on|like|that|explaining)(?!\\p{L})(?!.*(?<!\\p{L})(?:is|are|was|were|has|have|had|can|will|lives?|works?|likes?|needs?|wants?|goes|comes|costs?|starts?|ends?|gets?)(?!\\p{L}))|^(?:first|next|last|opening) (?:sentence|line|paragraph|draft|step)|^(?:rename|refactor|rewrite|rephrase|reword|shorten|translate|proofread|reformat|summari[sz]e) \\S|^(?:an?|another|one more|two|three|four|five|\\d+) [^,]*(?<!\\p{L})(?:please|pls)(?!\\p{L})|^(?:do|make|write|phrase|say) (?:it|that|this) (?:in|into|with|as|without|using|shorter|longer)(?!\\p{L})',
  hearsay:
    "^according to [^,]{2,40},|^(?!(?:i|we|you|it|this|that|there)(?!\\p{L})|(?:(?:my|our|the|his|her) )?(?:doctor|gp|dentist|vet|physio|lawyer|accountant|therapist|landlord|surgeon|pharmacist)(?!\\p{L}))(?:[\\p{L}'’-]+ ){1,5}?(?:thinks?|insists? that|reckons?|claims? (?:that|to|it|\\p{L}+ (?:is|are|was))|swears?|swore|raves? about|keeps (?:telling|saying|asking|insisting|nagging|suggesting)|(?:always |also )?says?|said|told (?:me|us)|jokes?|joked|is convinced|would (?:never|rather))(?!\\p{L})(?: (?:me|us)(?!\\p{L}))?",
  must: '(?<!\\p{L})(?:must|has to|have to|not allowed|never|always|only|required?s?|forbidden)(?!\\p{L})',
  announces:
    '(?<!\\p{L})(?:remember|keep in mind|bear in mind|note(?:d)?(?: down)?|rules?|conventions?|guidelines|house style|how we work|standards|preferences|about (?:me|us)|our (?:setup|stack)|(?:my|the|our) (?:setup|stack)|for (?:this|the|our|every) (?:project|repo|repository|codebase|team))(?!\\p{L})',
  moment:
    "(?<!\\p{L})(?:in (?:\\p{L}+|\\d+) (?:minutes?|mins)|battery (?:is )?(?:at|low|dead|empty|dying)|(?:i['’]?m|we['’]?re|am|are|sitting|stuck|standing) (?:at|on|in) (?:the|a) (?:airport|train|bus|plane|station|queue|line|café|cafe|waiting room|traffic|car)|(?:is|are) (?:killing|driving) me|spinning|i['’]?m back|no idea|no clue|the (?:first|second|third|fourth|last|next|other) (?:paragraph|sentence|line|word|title|column|row|example|version|name|slide|bullet|recipe|draft|idea|picture|photo)|i (?:slept|burnt|burned)|out of paper|typical (?:monday|me)|starving|starved|hungry|thirsty|sleepy|knackered|wiped|worn out|hungover|(?:have|got|having) (?:a|such a|this) (?:terrible |bad |splitting |slight )?(?:headache|cold|hangover)|hurts?|brb|back in a (?:sec|minute|bit)|for (?:\\p{L}+ |\\d+ )?(?:hours?|minutes?|mins|ages)(?! (?:a|per|every|each|on|after|before)(?!\\p{L}))|(?:is|are|['’]s) (?:running )?(?:late|delayed|mowing|raining|snowing|loud|noisy)|(?:is|are) being \\p{L}+|just (?:went|spilled|spilt|broke|missed|woke|burnt|dropped)|by tonight|^getting an?|^seeing an?)(?!\\p{L})",
  setting:
    "^(?:i(?:['’]?m| am)|we(?:['’]?re| are)) (?:just |currently |now )?(?:making|baking|cooking|writing|trying|working on|building|doing|looking|drafting|fixing|setting up|having|sitting|about to)(?!\\p{L})",
  given:
    "(?:(?:a |one )?(?:quick|short|dumb|silly|small) (?:one|question)|question)|(?:please |can you |could you )?(?:translate|rewrite|rephrase|summari[sz]e|proofread|correct|shorten|fix|improve|polish)|here(?:['’]s| is| are) (?!my|our|what (?:i|we)|some|the (?:plan|deal|thing|situation))|this is (?:the|what (?:he|she|they))|(?:he|she|they|[^.:\\n]{2,30}) (?:wrote|sent|writes)",
  happened:
    '^(?:i|we|my \\p{L}+|the \\p{L}+)(?: just| finally| almost| nearly)? (?:fell|broke|burnt|burned|slept|ate|woke|spilt|spilled|forgot|dropped|missed|crashed|turned out|came out|ran out|went out)(?!\\p{L})',
  opener:
    '(?:so|ok(?:ay)?|however|alright|um+|uh|great|sure|yup|k|y|right|well|and|but|also|oh|(?:hey+|hi|hello)(?: there)?|yep|yes|yeah|fyi|btw|by the way|anyway|quick (?:context|note|update)[^,:]{0,30}|for (?:context|reference|the record)|(?:and )?one more thing|another thing|quick one|small thing|little update|before i forget|good to know|ah|aha|update|heads[ -]up|ugh|just so you know|note|plus|basically|actually|after (?:today|the)[^,:]{0,25}|context|setup|background|good (?:morning|afternoon|evening)|sadly|luckily|in short)(?:[,.:!–-]+\\s*|\\s+)',
  task: `(?:i|we) (?:do(?:n['’]?t| not)|can(?:['’]?t|not)) (?:even )?${NOT_TALK}(?!\\p{L})|(?:add|fix|write|make|show|run|rerun|try|use|give|tell|explain|list|summari[sz]e|translate|rename|remove|delete|drop|cut|put|move|swap|change|update|check|look|find|search|open|read|draft|create|generate|build|plan|figure|help|let|let['’]?s|lets|do|don['’]?t|go|start|stop|continue|keep|leave|revert|undo|redo|roll|send|sort|convert|format|test|refactor|commit|push|pull|merge|deploy|install|set|turn|seed|strip|shorten|strengthen|nuke|print|implement|examine|ensure|please|pls|kindly|can|could|would|should|shall|will|proceed|include|replace|review|extract|analy[sz]e|compare|design|rewrite|improve|simplify|clean|split|apply|cite|answer|reply|respond|name|document|stick|avoid|assume|consider|describe|suggest|recommend|provide|get|take|bring|call|ask|see|think|wait|be|have|act|follow|perform|ignore|focus|verify|investigate|debug|now|next|then|no|nah|nope|fine|sure|good|great|nice|lovely|perfect|cool|awesome|thanks?|better|agreed|exactly|correct|wow|ha+|haha|hmm+|oops|sorry|looks?|sounds?|seems?|this|that|that['’]?s|these|those|it|it['’]?s|its|there|there['’]?s|here|here['’]?s|you|your|you['’]re|maybe|perhaps|what|why|how|when|where|who|which|is|are|does|did|not|still|same|almost|done|back|wrong|depends|love|like|if|since|because|while|after|before|as|for example|like i|or|they|he|she|none|nothing|everything|something|some|both|another|other|one|all of|only|just|even|also|again|first|second|third|finally|lastly|step|line|file|error|warning|note)(?![\\p{L}'’=:])(?!,? [\\p{L}-]+(?: [\\p{L}-]+)?:)|(?:i|we)['’ ]?(?:ll|d|m|re|am|are|ve|have)? ?(?:(?:\\p{L}+ly|also|just|still|now|already) )*(?:${TALK}|${ACTS}|gonna|going|so|not sure|getting|seeing|looking|wondering|confused|stuck|thinking|asking|sure|curious|happy|glad|worried|afraid|ready|using|noticed|running|testing)(?![\\p{L}'’])`,
  standing:
    '^(?!\\p{L}+ (?:me )?(?:an?|one|another|some) )(?:.*(?<!\\p{L}))?(?:always|never|ever|every|everywhere|throughout|by default|max(?:imum)?|at most|(?:no|not) more than|from now on|going forward|whenever|without exception|spelling|tone|wording|short (?:sentences|paragraphs)|metric)(?!\\p{L})',
  own: "(?<![\\p{L}'’])(?:i|i['’]?(?:m|ve|d|ll)|my|mine|we|we['’](?:re|ve|ll)|our|ours|us|me)(?!\\p{L})|^(?:can['’]?t|cannot|won['’]?t|allergic|based|born|married|mostly|usually|normally|bad|goal)(?!\\p{L})",
  went: "(?<!\\p{L})(?:yesterday|last (?:night|week|month|time)|(?:an hour|minutes?|days?) ago|earlier|already)(?!\\p{L})|^(?:(?:i|we)(?:['’]ve| have| just)? )?(?:ran|went|did|saw|had|took|came|gave|felt|ate|slept|tried|\\p{L}{2,}ed)(?!\\p{L})|^(?:(?:the|our|my) )?(?:[\\p{L}-]+ ){1,3}(?:\\p{L}{3,}ed|built|wrote|made|did|got|went|came|found) (?:the|out|an?|it|my|our|this|all|with|up)(?!\\p{L})",
  muses:
    '(?<!\\p{L})(?:feel\\p{L}*|felt|happy|sad|tired|exhausted|lonely|stressed|anxious|excited|upset|bored|proud|nervous|worried|frustrated|overwhelmed|hope|wish|thank\\p{L}*|grateful|learned a lot|should|could|would|might|ideally|presumably|dunno|leaning|makes? (?:\\p{L}+ )?sense|feels?|happy to|edge case|care about|bonus|good|better|best|worse|concerned|about to|wonder|suppose|i guess|assuming|assume|need to|needs to|have to|has to|going to|want to|wants to|we need|we want|[iw]e? said|you said|supposed|hypothetical\\p{L}*|if i (?:were|was|won|had|ever|could)|at hand|actually)(?!\\p{L})',
  says: "^(?:the |my |our )?[\\p{L}-]+ (?:only |also |always )?(?:eats|drinks|lives|studies|speaks|plays|sleeps|teaches) (?!up|into|away)\\p{L}+|^(?:the |my |our )?[\\p{L}-]+ (?:doesn['’]?t|can['’]?t|won['’]?t) (?:like|eat|drink|walk|swim|drive|do|sleep|speak|hear|see well)(?!\\p{L})|^(?:the|our|my) (?:treasurer|chair(?:man|woman|person)?|captain|president|secretary|contact|supplier|vet|dentist|doctor|landlord|landlady|boss|manager|supervisor|coach|trainer|teacher|accountant|lawyer|cleaner|babysitter|electrician|plumber) is \\p{L}+|^[\\p{L}-]+ takes (?:\\d|one|two|three|four|half|an? )|^(?:\\p{L}+ ){1,3}(?:is|are) (?:in|at) the \\p{L}+ (?:hall|room|gym|church|school|library|park|garden|kitchen|office|centre|center|drawer|notebook|folder|cupboard|garage|basement)|^(?:the|my|our) (?!problem|issue|error|bug|test|build|question|answer|point|code|function|file|line|page|result|output|idea|thing|reason|fix|way|only|same|first|second|last|next|rest|best|whole|change)(?:[\\p{L}-]+ ){1,3}(?:is|are) (?:called |the |in |on |at |under |with |from |for |next to |behind )\\p{L}+|^(?:the |my |our )?[\\p{L}-]+ (?:wants|hates|needs|prefers|likes|loves|insists|expects|refuses|never|always)(?!\\p{L})",
  follows:
    '^(?:who|which|whose|he|she|they)(?!\\p{L})|(?<!\\p{L})(?:his|him|them|(?:for|from|with|to|by) her)(?!\\p{L})',
}

const STOP_WORDS = `a about above after again all also am an and any are aren't as at be because been before being below between
both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever few for
from further get gets getting got had hadn't has hasn't have haven't having he he'd he'll her here here's hers herself hey hi him
himself his how how's i i'd i'll i'm i've if in into is isn't it it's its itself just let let's like me might mine more most much many
must my myself no nor not of off oh ok okay on once only onto or other our ours ourselves out over own please same shall she she'd
she'll should shouldn't so some such than that that's the their theirs them themselves then there there's these they they'd
they'll they're they've this those through to too under until up upon us very was wasn't we we'd we'll we're we've well were
weren't what what's whats when when's where where's which while who who's whom whose why why's will with won't would wouldn't
yeah yes yet you you'd you'll you're you've your yours yourself yourselves`

const ORDINALS =
  '(?:twenty|thirty)[ -](?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth'

const MONTHS =
  'jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? nov(?:ember)? dec(?:ember)?'

const RELATED = `
database: database db datastore dump schema
frontend: frontend front-end ui interface
backend: backend back-end server
programming: language programming coding
framework: framework library package dependency
testing: testing test spec qa
deploy: deploy deployment release rollout ship launch
container: container image
hosting: host hosting hosted provider cloud region
cache: cache caching
queue: queue job jobs background worker tasks
login: authentication auth login sign-in signin
permission: permission authorization access
performance: performance perf speed fast slow optimize | latency throughput response
latency: latency delay | slow response
optimize: optimize optimization improve tune | faster reduce
build: rebuild build compile compilation | incremental bundler make
reduce: reduce decrease avoid minimize cut lower
needless: unnecessary needless redundant | full
error: error exception failure crash bug issue problem fault wrong broken
fix: fix solve resolve repair patch mend
timeout: timeout
connection: connection connect | refused socket reconnect
disconnect: disconnect disconnection reconnect
choice: choice choose select pick decide decision | replace switch adopt migrate instead
replace: replace switch migrate migration change swap
preference: preference prefer favorite favourite like
config: config configuration setting option setup
install: install installation
upgrade: upgrade update bump
delete: delete remove drop erase
document: document documentation docs readme wiki
repository: repository repo git | commit branch
review: review reviewer pr prs pull-request merge-request | approve approval sign-off merge
approval: approve approval sign-off permission okay agree authorise authorize allow
charge: responsible in-charge handle owner owns runs manage lead look-after
outage: outage incident on-call alarm down emergency
meeting: meeting meet standup stand-up sync retro call
deadline: deadline due submission
appointment: appointment date schedule scheduled
schedule: schedule plan roadmap
budget: budget cost price expense spend afford
pay: pay paid payment payer invoice bill fee charge rate owe
salary: salary salaries payroll wage wages
supplier: supplier supply vendor provider deliver delivery order
customer: customer client user
team: team colleague coworker staff crew
boss: boss manager lead supervisor report head
security: security audit vulnerability | injection
secret: secret credential key password passphrase token
encrypt: encrypt encryption
memory: memory ram | leak heap
disk: disk storage
network: network | proxy
log: log logging logs output
monitor: monitor monitoring alert alarm
editor: editor ide
computer: operating-system os laptop machine computer box
folder: folder directory path
naming: name naming called column field variable convention
reply: reply answer answers response respond
short: short brief concise long length
timezone: timezone time-zone timestamps utc
version: version release runtime
production: production prod
environment: environment env
application: application app
message: message msg
administrator: administrator admin
home: home house apartment flat live lives living reside address town city moved
work: job work works working career occupation profession employer
office: office commute train bus cycle drive
off: off free day-off holiday closed shut weekend
child: child kid kids children son daughter
parents: mother mum mom father dad parents
sibling: brother sister sibling
spouse: wife husband spouse partner
friend: friend buddy pal
doctor: doctor physician hospital clinic gp
dentist: dentist dental teeth
sick: sick ill illness disease unwell
medicine: medicine medication drug pill pills tablet tablets dose prescription 
allergy: allergy allergic intolerant intolerance diet dietary coeliac celiac | eat food
happy: happy glad joyful excited
sad: sad unhappy upset depressed
afraid: afraid scared fear nervous anxious worried
angry: angry mad furious
food: food meal dish cuisine eat eats dinner lunch breakfast recipe cook
nuts: nut nuts peanut peanuts satay almond
vegetarian: vegetarian vegan meat pescatarian
drink: drink coffee tea alcohol
vacation: vacation holiday holidays trip travel journey cottage
car: car vehicle automobile truck van drive
bike: bike bicycle cycle
movie: movie film cinema
photo: photo picture photograph image
music: music song band gig instrument
book: book novel story chapter read
hero: protagonist hero heroine narrator main-character villain character
exercise: exercise workout gym fitness sport training run swim
school: school university college class course
study: study studying degree major thesis phd
teach: teach teacher teaches lesson lessons learn learning pupil pupils student students
exam: exam quiz grade
gift: gift present
birthday: birthday turns
party: party guests celebration
pet: pet dog cat puppy kitten
garden: garden allotment soil plants
pest: pest pesticide pesticides insecticide slug pellets
shoes: shoes footwear boots
font: font typeface
color: color colour colours
cite: cite citation citations reference references bibliography
sign: sign signature signoff
tone: tone formal informal polite casual
units: units grams kilometres miles metric inches
money: money euros dollars pounds currency
rent: rent lease landlord tenant
key: key keys lock
internet: internet online wifi web
court: court hearing trial judge case
year: year fiscal financial
`

const NUMBERS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty'

const change: Changes = {
  corrects:
    "typo|scratch that|strike that|correction|i meant|i mean|meant to (?:say|write|type)|misspoke|mistyped|misread|my (?:mistake|bad)|mixed (?:it|that|them) up|got [^,.]{1,30} wrong|wrong (?:number|one|day|date|time|name|code)|sorry,? (?:it['’]?s|that['’]?s|i|not)|make that|wait,? no|no,? wait|should (?:have been|read|say)",
  instead:
    'upped|lowered|raised|cut (?:down|to|my|our)|(?:up|down) (?:to|from)|went (?:up|down)|(?:brought|bring|pulled|pull) (?:it )?forward|re(?:booked|scheduled|named|located|placed)|standing in|filling in|covering for|stepped down|cover(?:s|ing)? for|joined|grown|got (?:a new|engaged|married|divorced|promoted)|gone (?:with|for|off)|sold|as of|lost (?:the|my|our)|left|from (?:next|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday)|(?<!from |right |for )now(?! on| that)|these days|nowadays|instead|no longer|any ?more|switch(?:ed|ing|es)?|swap(?:ped|ping|s)?|replac(?:e[sd]?|ing)|chang(?:ed?|es|ing)|mov(?:ed?|es|ing)|takes? over|took over|taken over|taking over|took (?:on|up)|turn(?:s|ed) out|actually|after all|bec[oa]mes?|since (?:\\p{Lu}|the|last|this|then|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|rather|upgraded|went (?:back|over)|gone (?:back|over)|ended up|settled on|final(?:ly)?|scratch that|not \\p{L}+ but|is in|are in|renamed|new|until further notice|lately|recently',
  only: 'only|nothing but|exclusively|strictly|just',
  reverts:
    'back (?:to|on|at|with)|as (?:before|it was|planned|originally|usual)|like before|(?:the )?original(?:ly)?|revert(?:ed|ing)?|again|after all|undo(?:ne|ing)?|never ?mind|the old|stick(?:ing)? with|stay(?:s|ing)? (?:with|on|at)',
  unsure:
    "might|maybe|perhaps|could (?:move|switch|change|be|get|go)|would(?:n['’]?t)?(?: it)? (?:be|cost|mean|move|change|switch|take|need|have to)|if|whether|unless|suppose|imagine|thinking (?:of|about)|consider(?:ing)?|wonder(?:ing)?|hop(?:e|ing) to|want(?:s|ed)? to|would like|toying|tempted|not sure|probably|possibly|what if|in case|one day|some ?day|dream(?:ing)? of|do you think|should i|should we",
  adds: '(?<=\\S )(?:also|too(?=[.!,]|$)|as well|another|additional(?:ly)?|in addition|on top|a second|extra|besides|one more|both)',
  article: 'the|a|an|my|our|this|that|these|your',
  points: "it|it['’]s|its|they|them|that|that['’]s|this|he|he['’]s|she|she['’]s|him|her",
  duty: 'do|does|doing|did|handles?|runs?|manages?|owns?|leads?|reviews?|approves?|picks? (?:\\p{L}+ )?up|drops? (?:\\p{L}+ )?off|collects?|fetch(?:es)?|takes? care|took over|looks? after|cooks?|cleans?|drives?|orders?|pays?|signs?|walks|school run|shopping|cooking|cleaning|feeds?|teaches|covers?|in charge|responsible|contact|on call|my (?:manager|boss|doctor|dentist|gp|landlord|supervisor|therapist|trainer|coach|lawyer|accountant)|our (?:manager|boss|contact|landlord|accountant|supplier|lead)',
  copula: "is|are|['’]s|will be",
  naming: "called|named?|calling|name['’]?s?(?: is)?|rename[sd]?",
  sorts: {
    time: `\\d{1,2}(?::\\d\\d)? ?(?:am|pm|a\\.m\\.|p\\.m\\.|o['’]clock)|\\d{1,2}:\\d\\d|(?:half|quarter)(?: past| to| after)? (?:${NUMBERS}|\\d{1,2})|(?:at|by|till|until) (?:${NUMBERS}|\\d{1,2})(?: (?:thirty|fifteen|forty[ -]five))?(?: in the (?:morning|afternoon|evening))?(?![.,]?\\d| ?%| (?!in |on |sharp|now|instead|for |with |and |not |these |from )\\p{L}+)|noon|midnight`,
    date: '(?:the )?\\d{1,2}(?:st|nd|rd|th)',
    amount:
      'half|whole|double|twice|once|a couple|a dozen|(?:one|two|three|four|half an?|an?) (?:tablets?|pills?|drops?|spoons?|spoonfuls?|capsules?|puffs?|scoops?)|\\d+(?:[.,]\\d+)?[ -]?(?:mg|kg|g|ml|l|km|k|cm|gb|tb|%|grams?|kilos?|pounds?|lbs?|miles?|minutes?|mins?|hours?|people|persons?|guests|euros?|dollars?|bucks|percent|weeks?|days?|pages?|cups?|points?)',
    'part of day': 'mornings?|afternoons?|evenings?|lunchtimes?|at night',
    colour:
      'red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ae]y|teal|navy|beige|turquoise|violet|maroon',
    language:
      'english|german|french|spanish|italian|portuguese|chinese|japanese|korean|dutch|russian|polish|turkish|arabic|greek|swedish|danish|norwegian|finnish|czech|hindi',
    length:
      '(?:short|brief|concise|terse)(?:er)?|long(?:er)?|detailed|more detail|in[ -]depth|thorough|full explanations?',
    tone: 'formal|informal|casual|friendly|professional|matter-of-fact',
    case: 'camel ?case|snake[ _]?case|kebab[ -]?case|pascal ?case|upper ?case|lower ?case',
    theme: 'light (?:mode|theme)|dark (?:mode|theme)|tabs|spaces',
    frequency:
      'daily|weekly|bi-?weekly|fortnightly|monthly|quarterly|yearly|every (?:day|week|fortnight|month|quarter|year|other \\p{L}+|second \\p{L}+|two \\p{L}+)|(?:once|twice|three times) an? \\p{L}+',
    drink: 'coffees?|espressos?|lattes?|cappuccinos?|americanos?|decaf|(?:\\p{L}+ )?tea|beers?|wine|cola|soda|water',
    transport:
      'bus|tram|train|underground|subway|metro|tube|bike|bicycle|e-?bike|cycl(?:e|es|ing)|car|driv(?:e|es|ing)|walk(?:s|ing)?|on foot|scooter|motorbike|ferry|taxi',
    person:
      'wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|mom|mum|father|dad|brother|sister|grandma|gran|granddad|aunt|uncle|neighbou?r|colleague|i|me',
  },
}

export const english: Language = {
  code: 'en',
  stopWords: STOP_WORDS,
  wording,
  shape,
  calendar: {
    months: MONTHS.split(' '),
    days: [
      `(?<!\\p{L})(?:${ORDINALS}) of (?:${MONTHS.replaceAll(' ', '|')})(?!\\p{L})`,
      `(?<!\\p{L})(?:${MONTHS.replaceAll(' ', '|')}) (?:the )?(?:${ORDINALS})(?!\\p{L})`,
    ],
    weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    relative: {
      yesterday: String.raw`\byesterday\b`,
      today: String.raw`\btoday\b|\bthis (?:morning|afternoon|evening)\b`,
      'last week': String.raw`\blast week\b`,
      'this week': String.raw`\bthis week\b`,
      'last weekend': String.raw`\blast weekend\b`,
      'last month': String.raw`\blast month\b`,
      'this month': String.raw`\bthis month\b`,
      'last year': String.raw`\blast year\b`,
      'this year': String.raw`\bthis year\b`,
    },
    ago: String.raw`\b(?<amount>\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?<unit>day|week|month|year)s?\s+ago\b`,
    numbers: {
      a: 1,
      an: 1,
      one: 1,
      two: 2,
      three: 3,
      four: 4,
      five: 5,
      six: 6,
      seven: 7,
      eight: 8,
      nine: 9,
      ten: 10,
      eleven: 11,
      twelve: 12,
      thirteen: 13,
      fourteen: 14,
      fifteen: 15,
      sixteen: 16,
      seventeen: 17,
      eighteen: 18,
      nineteen: 19,
      twenty: 20,
      thirty: 30,
      forty: 40,
      fifty: 50,
      sixty: 60,
      ninety: 90,
    },
    unitDays: { day: 1, week: 7, month: 30, year: 365 },
  },
  asks: {
    when: String.raw`\b(?:when|what (?:time|date|day|year|month)|which (?:day|date|year|month|week)|how long|how recently|how often)\b`,
    howMany: String.raw`\bhow (?:many|much|old|far|tall|big|long|often)\b|\bwhat (?:number|percentage|amount|age|is the (?:total|number))\b`,
    firstPerson: String.raw`\b(?:i|i'm|i've|i'd|me|my|mine|myself)\b`,
    secondPerson: String.raw`\b(?:did|have|had|do|were|are|can|could|would|will) you\b(?! (?:still )?(?:remember|recall|know|think|tell me|remind|find))|\byou(?:'ve|'d| have| had)?(?: \w+ly| once| just| ever)? (?:recommend|suggest|advis|gave|give|told|tell|mention|said|say|shar|teach|taught|explain|show|propos|provid|list|wrote|describ|help|offer|creat|made)|\byour (?:advice|suggestion|recommendation|answer|reply|response|opinion|list|example)`,
    latest: String.raw`\b(?:latest|newest|most recent(?:ly)?|last time|current(?:ly)?|so far|up to date|right now|these days)\b`,
  },
  tells: {
    time: String.raw`\b(?:\d{1,2}:\d\d|(?:19|20)\d\d|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?\b|\b(?:january|february|march|april|june|july|august|september|october|november|december|yesterday|today|tomorrow|tonight|weekend|ago|morning|afternoon|evening|(?:last|next|this|every|past)\s+(?:night|week|month|year|summer|winter|spring|fall|autumn|time|few)|(?:few|couple of|\d+)\s+(?:minute|hour|day|week|month|year)s?|since|recently|anniversary|birthday)\b`,
    number: String.raw`\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|million|once|twice|couple|several|first|second|third)\b`,
  },
  about: {
    self: {
      asks: String.raw`\b(?:who am i|who(?:'s| is) (?:the |your )?user(?=[\s?.!]*$)|(?:what(?:'s| is)|say|remember|know) my (?:full |first |last )?name|what (?:am i|do you) call(?:ed| me)|(?:what|anything|all|everything)[^.?!]{0,20} (?:know|remember|have|noted?|saved|stored) (?:down )?(?:about|on|of) (?:me|the user)\b|tell me about (?:me|myself)|what do i do (?:for (?:a living|work)|professionally)|what(?:'s| is) my (?:job|role|profession|occupation|title))`,
      tells: String.raw`\b(?:[Mm]y name(?:'s| is)|(?:[Pp]lease )?[Cc]all me (?=\p{Lu})|[Ii](?:['’]m| am)(?: called)? (?=\p{Lu}\p{Ll}+(?:[,.!]|\s(?:and|from|at|with|of|by|\p{Lu})|$))|[Ii](?:['’]?m| am) an? (?!bit|little|big|huge|lot|few|while|fan|good|bad|great|step|day|week)|^(?:- )?(?:[Ff]act: )?i['’]?m \p{L}+, (?=\p{L}+ \p{L})|[Ii] (?:work (?:as|at|for|in|nights|days)|run (?:the|a|an|my own)|teach|lead the|manage the|study|represent)\b|(?:[Tt]he )?[Uu]ser(?:'s name)? is (?:called |named |an? )?(?=\p{L})|[Nn]ame(?::| is) (?=\p{Lu})|(?:^|[-:] )[Ww]orks (?:at|as|for)\b)`,
    },
    who: {
      asks: String.raw`\b(?:who(?:m|se)?|which (?:person|colleague|one of us))\b`,
      tells: String.raw`(?:\b(?:[Aa]sk|[Tt]alk to|[Pp]ing|[Cc]ontact|[Ss]peak to|[Tt]ag|[Cc]heck with|[Cc][Cc]|approv(?:al|ed) (?:from|by)|sign-?(?:ed )?off (?:from|by)|[Rr]eport to|(?:go|goes|belongs?|send \p{L}+) to|comes? from|(?:owned|assigned|handled|run|led|supervised|reviewed|delivered|done|managed) by) (?=(?:Mr|Ms|Mrs|Dr)?\.? ?@?\p{Lu})|\p{Lu}\p{Ll}+ (?:handles|owns|leads|reviews|manages|approves|signs|supervises|maintains|does|deals|looks after|took over|takes (?:over|care|his|her|their)|runs (?!in|on|at|every|nightly|daily|with|behind|as)|is (?:our|my|the (?:\p{L}+ )?(?:lead|owner|contact|manager)|responsible|in charge))|\b(?:boss|manager|landlord|doctor|vet|supervisor|contact|counsel|assistant|designer|electrician|accountant|lead)(?: \p{L}+){0,3} is (?=\p{Lu}))`,
    },
    title: {
      asks: String.raw`\b(?:(?:its|the|their|his|her) (?:names?|titles?)|(?:what|how)(?:'s| is| was| were|) [^?.]{0,30}\b(?:called|titled)|(?:which|what)(?: \w+)? (?:books?|novels?|movies?|films?|songs?|albums?|shows?|series|podcasts?|games?|apps?|plays?|magazines?|biograph(?:y|ies)|poems?)\b)`,
      tells: String.raw`“[^”]{2,60}”|(?<![\p{L}\p{N}])"[^"]{2,60}"|\*[^*\n]{2,60}\*|\b(?:called|named|titled) (?=\p{Lu})`,
    },
  },

  change,
  stance: {
    no: String.raw`\b(?:no|not|never|none|cannot|without|off|stop|avoid|disabled?|forbid(?:den)?|refuse|no longer|hates?|dislikes?)\b|n[’']t\b|\bdont\b`,
    order: String.raw`\b(?:always|please|never|no longer|not|don'?t|do not|doesn'?t|avoid|stop|any ?more|using|use|i|we|isn'?t|prefer|likes?|loves?|hates?|dislikes?)\b`,
    slots: [
      /\b(?:my|our|the|user'?s?) (?<slot>(?:[\w-]+ ){0,3}[\w-]+) (?:is|are) (?:now |called )?(?<value>.+)/i,
      /\b(?:i|we|user|project|team)?\s*(?:now )?(?:uses?|prefers?|runs?|deploys?(?: to| on)?|works? (?:at|for)|lives? in) (?<value>[^,.;]+?) (?:for|as) (?:the |our |my |all )?(?<slot>[^,.;]+)/i,
      /\b(?<slot>i (?:live|work|study)) (?:in|at|for) (?<value>[^,.;]+)/i,
      /(?<slot>call me|my name is|i am called) (?<value>[^,.;]+)/i,
    ],
    replacements: [
      /\breplac(?:e|ed|ing) (?<a>[\w.+#-]+) (?:with|by) (?<b>[\w.+#-]+)/i,
      /\b(?:switch|mov|migrat)\w* (?:over )?from (?<a>[\w.+#-]+) to (?<b>[\w.+#-]+)/i,
      /\b(?<b>[\w.+#-]+) (?:instead of|rather than|not) (?<a>[\w.+#-]+)/i,
    ],
    moving:
      'mr mrs ms dr move moved moves push pushed back postpone postponed shift shifted delay delayed extend extended reschedule rescheduled rebooked brought forward change changed slip slipped put now instead new until use uses used using work works live lives have has need needs want wants go goes make do take takes run runs keep like prefer call called update please next week month day time user actually longer anymore mind switch switched take over start starts begin begins',
    inUse: String.raw`\b(?:uses?|using|runs?|prefers?|with|on|chose|decided|going? with|stick|database|is|are|it is)\b`,
    changed: String.raw`\b(?:now|no longer|no more|any ?more|instead|rather than|from now on|going forward|as of|starting|effective|from (?:\w+ )?on\b|from (?:next|january|february|march|april|may|june|july|august|september|october|november|december)|moved?|moves|moving|pushed|shifted|slip(?:s|ped)|postponed|delayed|rescheduled|extended|extension|brought forward|changed?|changes|changing|switch(?:ed|ing)?|swap(?:ped)?|replac(?:e[sd]?|ing)|gone|quit|left|retired|resigned|out|off|dropped|dropping|scrap(?:ped)?|ditch(?:ed)?|cancel(?:l?ed)?|actually|after all|goes (?:up|down)|went (?:up|down)|up to|down to|putting|raised?|lowered|renamed?|takes? over|taking over|in place of|not|correction|turns out|becomes?|became|new|latest|update|on leave|until|leveled|grown|bumped|upgraded|migrated|these days|nowadays|lately|cut (?:down|back|to|my|our)|stopped|gone (?:up|down)|went freelance|history)\b`,
    rivals: [
      'full[ -]time|part[ -]time|freelance|self-employed|unemployed|retired|on parental leave|on sabbatical',
      'night shifts?|day shifts?|early shifts?|late shifts?|rotating shifts?|nights|shift work',
      'single|engaged|married|separated|divorced|widowed',
      'vegetarian|vegan|pescatarian|(?:eat(?:s|ing)?|back to(?: eating)?) (?:meat|fish|chicken|eggs|dairy|cheese)(?: again)?',
      'fully remote|remote(?:ly)?|hybrid|on[ -]site|(?:in|to|into|at) the office|from home',
    ],
    others:
      'wife|husband|partner|girlfriend|boyfriend|son|daughter|mother|mom|mum|father|dad|brother|sister|colleague|boss|friend|he|she|they',
    over: String.raw`(?<!\p{L})(?:gave (?:my|the|our|it|them)|shut(?! at| on)|(?:is|are|['’]s|was|been) (?:shut|closed|broken|stolen)|no longer|no more(?! than)|any ?more|instead of|rather than|gone|quit(?:ting)?|left|retired|resigned|on leave|scrap(?:ped)?|dropp?(?:ed|ing)?|ditch(?:ed|ing)?|off(?! (?:on|work|sick|today|tomorrow|next|for))|stopp(?:ed|ing)|cancel(?:l?ed|ling)?|(?:is|are) out|out of|not|went freelance|moved on|stepped down|passed away|history|sold|g[ai]ve(?:n|s)? (?:up|away)|giving up|got rid of|(?:broke|split) up|ended|(?:is|are|it['’]s) over|(?:closed|shut) down|done with|fed up with|sick of|finished with|lost|died|let go|packed in|called off|(?:let|has let|have let) (?:me|us) down|backed out|bailed|fell through|falls through|can['’]?t afford|phased out|deprecated|retiring|traded in|handed in|returned|dumped|axed|binned|expired|won['’]t be|moved (?:away|out)|swapp(?:ed|ing)|replac(?:ed|ing)|traded|went back)(?!\p{L})`,
  },
  hello: 'hi|hello|hey|good morning|good evening',
  labels: {
    preference: 'preferences?|habits?',
    decision: 'decisions?|decided',
    lesson: 'lessons?|lessons? learned|try-?error|mistakes?',
    fact: 'facts?|personal|personal facts?|profile|notes?',
  },
  smallWords: 'use uses always never live lives work works prefer',
  page: pageOf('Memory', ['Preferences', 'Facts', 'Decisions', 'Lessons'], {
    until: 'until @link',
    more: 'More in @folder',
    asOf: 'as of @day',
    past: 'Past',
    saidTo: 'said to',
  }),
  kept: {
    filler: String.raw`(?:(?:hey+|hi|hello) there|cheers|thanks|thank you|cool|nice|perfect|lovely|sorry|one more(?: thing)?|small (?:change|update))[,.:!]+\s*`,
    closer: String.raw`(?:,? (?:please|pls|plz|thanks|thank you|thx|cheers|btw|fyi|lol|haha|ok|okay|instead))+(?=[.!]*$)`,
    now: String.raw`(?<!\p{L})(?:(?<!from |by |until |till |for )now(?! on| that)|currently|at the moment|at present|right now|for now|these days|nowadays|lately|recently|so far|soon|today|tonight|tomorrow|yesterday|(?:this|next|last|coming) (?:week(?:end)?|month|quarter|year|term|semester|season|spring|summer|autumn|fall|winter|sprint|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december))(?!\p{L})`,
    reach: {
      day: String.raw`(?<!\p{L})(?:today|tonight|tomorrow)(?!\p{L})`,
      week: String.raw`(?<!\p{L})(?:this|next|coming) (?:week(?:end)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?!\p{L})`,
      month: String.raw`(?<!\p{L})(?:this|next) month(?!\p{L})`,
    },
    stays: String.raw`(?<!\p{L})(?:birthdays?|anniversar(?:y|ies)|born|wedding day|holidays?|every|each|yearly|annual(?:ly)?|since|from|starting|effective|as of|starts?|begins?|joins?|joined|started|opens?|turns|was|were|founded|bought|signed|expires?)(?!\p{L})`,
    ends: String.raw`(?<!\p{L})(?:until|till|ends?|ending|over by|through|away|on leave|on holiday|on vacation)(?!\p{L})`,
    demands: String.raw`^(?:please )?(?:ask|ping|page|contact|notify|cc|talk to|check with|loop in|always|never|don['’]?t|do not|avoid|use|keep|put|write|answer|reply) |(?<!\p{L})(?:must(?: not)?|mustn['’]?t|has to|have to|should(?:n['’]?t)?|may not|(?:not|only) allowed|mandatory|forbidden|needs? (?:an? |two |three |\p{Lu}\p{L}+['’]s )?(?:approvals?|sign-?offs?|signatures?|reviews?|permission)|need(?:s)? to be)(?!\p{L})|(?:go|goes|belong|belongs|stay|stays|are (?:written|named|kept)) [^,.]+, (?:not|never) |(?<!\p{L})(?:always|never|everywhere) `,
    atPresent: String.raw`(?<!\p{L})(?:currently|at the moment|at present|these days|nowadays)(?!\p{L})`,
  },
  letter: {
    greeting: 'hi|hello|hey|dear',
    signOff:
      '(?:best|kind|warm|many)(?: regards| wishes)?|regards|cheers|sincerely(?: yours)?|yours (?:truly|sincerely)',
  },
  quietWords: `discuss discussed discussion mention mentioned talk talked tell told say said remember recall remind ask asked share shared
conversation chat previous previously earlier last time times ever past thing things stuff something project`,
  related: RELATED,
}

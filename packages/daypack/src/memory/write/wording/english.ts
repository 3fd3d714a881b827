import type { Wording } from './wording.ts'

export const english: Wording = {
  decision:
    /\b(?:decided (?:to|on|against|that)|we agreed|settled on|the decision is|(?:let'?s|we(?:'ll| will| are going to)|i(?:'ll| will)) (?:also )?(?:go with|use|switch|stick (?:with|to)|move (?:to|from)|adopt|replace|migrate)|(?:we|i)(?:'ve| have)? (?:switched|moved|migrated|chose|picked) |^(?:please |now )?(?:replace \S+ (?:with|by)|switch(?:ed)? (?:from|to)|migrate (?:from|to)))/i,
  preference:
    /\b(?:i|we) (?:really |also |strongly |usually |generally |much )?(?:prefer|like|love|hate|dislike|always|never|don'?t like|can'?t stand|would (?:rather|prefer))\b(?! (?:the|these|this|that|those|your|how|it|best|option|your)\b)|\bfrom now on\b|\bgoing forward\b|\bmy (?:favou?rite|preferred)\b|^(?:please |and |but |so )*(?:always|never)\b|\b(?:don'?t|do not) ever\b|\bnever again\b|\buse \S+ instead of \S+|\buse \S+,? not \S+/i,
  fact: /\bmy (?!(?:\w+ )?(?:question|problem|issue|guess|point|concern|understanding|mistake|thought|idea|code|error|bug)s?\b)(?:\w+ ){1,3}(?:is|are)\b|\bi(?:'m| am) (?:an? (?!bit\b|little\b|lot\b|big fan\b)\w+|from|based|working (?:at|for|on)|allergic|vegetarian|vegan|called|\d+)\b|\bi(?:'ve| have) been (?:working|living|learning|studying|playing|training|using|taking|married|diagnosed)\b|\bi (?:just |recently |finally )?(?:bought|adopted|joined|graduated|started (?:a|at|my|working|learning)|got (?:married|engaged|promoted|a new))\b|\bi (?:work|live|study|speak|was born|grew up|moved to)\b|\bcall me\b|\bi have (?:an?|two|three|four|\d+) (?!lot\b|bit\b|good\b|few\b|question|problem|feeling|idea)\w+|\bwe (?:use|run on|deploy|host) |\bour (?!problem|issue|question|goal|plan|next|only)(?:\w+ ){0,2}\w+ (?:uses?|runs? on|deploys?|hosts?|is called|are called|is|are) |\b(?:the|this) (?:project|repo|app|team|company|service|database|server|api) (?:is|uses|runs|lives)\b|^(?:please |also |and )*(?:remember|keep in mind|note|don'?t forget)(?: this| this fact)?(?: that\b|[:,])|\bplease remember\b|\bfor the record\b/i,
  question:
    /[?？]\s*$|^(?:so |and |but |ok,? |hey,? )*(?:what|why|how|when|where|who|which|(?:can|could|would|should|shall|do|does|did|is|are|was|were|will|have|has) (?:i|we|you|it|they|this|that|there|the)\b)/i,
  fragment:
    /[:：]$|^(?:if|when|once|but once|that'?s (?:a good|great)|make it|revise|rewrite|for example|e\.g\.|instead of|unless)\b/i,
  leadIn:
    /^(?:(?:please|also|and|so),? )*(?:remember|note|keep in mind|don'?t forget|for the record)(?: this)?(?: that|[:,])+\s+/i,
  habit:
    /\b(?:always|never|prefers?|preferred|likes?|loves?|hates?|dislikes?|favou?rite|usually|rather|from now on|going forward|instead of|every|all|any|use \S+,? not)\b/i,
  atHand: /\b(?:this|that|these|those|it|them)\b/i,
  moved:
    /\b(?:(?:has |have |had |was |were |is |are |been |got |just |now |we |i |they )*(?:moved?|pushed(?: back| out)?|postponed|shifted|delayed|extended|rescheduled|brought forward|changed|slipped)(?: (?:the|our|my) (?:\w+ ){1,3})?(?: back| forward| out)? ?(?:to|until|till|by)|is now|are now|(?:moves|slips|shifts|changes) to)\b/i,
  due: /\b(?:deadlines?|due|submission|submit(?:ted)?|deliver(?:y|ed)?|hand(?:ed)? in)\b/i,
  momentary:
    /\b(?:today|tonight|right now|for now|this time|just now|at the moment|currently|yesterday|tomorrow|this (?:morning|afternoon|evening|week)|temporarily)\b/i,
}

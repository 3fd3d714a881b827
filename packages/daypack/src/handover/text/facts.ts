/** How much a sentence states: figures, amounts, ids and paths first, reasons and names next; 0 to 3. */
export function factsIn(sentence: string): number {
  let value = 0
  if (/\p{N}/u.test(sentence)) value += 1.5
  if (/[$€£¥₹%]|\p{N}[\p{N}.,:/-]*\p{N}/u.test(sentence)) value += 0.5
  if (/`[^`]+`|[a-z][A-Z]|\w_\w|\b[A-Z0-9]{5,}\b|\w\/\w|\b\w+\.\w{1,5}\b/.test(sentence)) value += 0.5
  if (REASON.test(sentence)) value += 1
  else if (/\S\s+\p{Lu}\p{Ll}+/u.test(sentence)) value += 0.3
  return Math.min(3, value)
}

/** Words that bring a reason, a refusal or an exception. */
const REASON =
  /\b(?:because|since|due to|therefore|unable|cannot|can't|not allowed|instead|must|never|weil|denn|wegen|daher|nicht möglich|parce que|puisque|car|impossible|porque|debido a|no se puede|perché|потому|поскольку|нельзя)\b|因为|由于|所以|不能|无法|必须|ため|できません|때문/iu

/** Words by which somebody weighs: options and what speaks against them, what was found to be the cause, what is put off. */
export const WEIGHS =
  /\b(?:because|instead|rather than|however|alternatively|(?:an|other|better|cleaner|cleanest|simplest|safest|best) (?:option|approach|solution|fix|way)|options?:|the (?:cleanest|simplest|safest|best|easiest)|trade-?offs?|for now|not worth|minimi[sz]e|overkill|too (?:strict|risky|complex|much)|prefer|decid(?:e|ed|ing)|design flaw|known limitation|root cause|the (?:real |main |key |actual )?(?:issue|problem|reason|cause|bug|difference) (?:is|was|here)|turns out|(?:this|that|which|it) means|can't|cannot|won't work|doesn't (?:work|need|matter)|not needed|no need|unnecessary|should(?:n't| not| only| be)|must(?:n't| not| be)?|risk|wrong|missing|out of scope|leave (?:it|this|that|them)|weil|stattdessen|allerdings|das problem|der grund|vorerst|lieber|besser|parce que|au lieu|le problème|plutôt|pour l'instant|porque|en lugar de|en vez de|sin embargo|el problema|por ahora|mejor)\b|因为|而不是|但是|不过|或者|方案|最简单|更好|问题(?:是|在于)|原因|其实|实际上|暂时|应该|不能|不需要|没有必要|ではなく|しかし|問題は|原因は|べき|必要は?ない|なぜなら|때문|대신|하지만|문제는/iu

/** What is said for the sake of saying it: offers of further help, thanks, good wishes. It states nothing. */
const COURTESY =
  /^(?:(?:thanks|thank you|you're (?:very )?welcome|you are welcome|(?:great|perfect|sure|certainly|of course|no problem|alright)[!.]?$|have a (?:great|good|nice|wonderful|pleasant|safe)|safe travels|enjoy|good luck|talk (?:to you )?soon|take care|goodbye|bye|glad|happy to|i'm (?:glad|happy|here)|i am (?:glad|happy|here)|feel free|please (?:feel free|don't hesitate|do not hesitate)|don't hesitate|do not hesitate|(?:please )?let me know (?:if|which|what|how)|please (?:confirm (?:if|that|this|these|with)|reply|respond)|i (?:really )?appreciate|i can (?:help|assist) (?:you )?with that)\b|(?:if (?:you|there|anything)[^.!?]{0,90}(?:feel free|let me know|don't hesitate|do not hesitate|please ask|just ask|reach out|here to help))|(?:can|could|would) you (?:please |still |also )*(?:help|assist|guide|provide|share|give|confirm (?:this|that|it)|look (?:that|those|this|it|them) up)\b[^?]{0,120}\?$|would you like (?:me to do (?:that|this|so)|to proceed)\b|(?:is there )?anything else\b|(?:danke|gern geschehen|vielen dank|merci|de rien|n'hésitez pas|gracias|de nada|no dude en|grazie|prego)(?![\p{L}\p{N}_])|(?:谢谢|感谢|不客气|没问题[。！!]?$|好的[。！!]?$|如有|如果您有|请随时|希望(?:对您|这些|能)|还有什么(?:可以|需要|我能)|请问还有|祝您|ありがとう|どういたしまして|感谢您|감사))/iu

export function isCourtesy(sentence: string): boolean {
  if (sentence.length > 220) return false
  const text = sentence.replace(/^[\s*_>"'“”-]+/, '').replaceAll(/###\w+###/g, '')
  if (text.trim() === '') return true
  return COURTESY.test(text) && !/\p{N}|[`"“”/_]|[$€£]/u.test(text)
}

/**
 * Where the probing questions of MemoryBank are answered, found by reading the English dialogues; the Chinese ones have the
 * same turns. A list per person, a string per question: day.exchange and `q` for the person's line or `r` for the reply.
 * Empty where no single line answers.
 */
export const GOLD: readonly (readonly string[])[] = [
  ['3.3q', '4.0q', '6.2r', '1.1q', '3.2q', '5.1q', '7.1q'],
  ['0.2q', '1.8q', '2.1r', '8.1q', '9.1q', '3.1q', '1.2r'],
  ['0.3q', '2.1q 2.2q', '1.1q', '3.1q', '6.0r 3.2r', '5.1r', '1.1q'],
  ['1.1q', '0.4q', '6.1r', '4.1q', '0.2q', '3.1r', '7.0r'],
  ['1.2q', '2.3q', '1.2q', '0.4r', '4.1q', '5.3q', '7.1r'],
  ['9.1q', '', '0.2q', '1.2r', '5.1q', '4.1q', '7.1q'],
  ['1.1q', '2.0q 2.1q', '1.2q', '3.0q', '', '7.0q', '9.0q'],
  ['', '9.1q 9.2q', '5.0q', '1.2q', '0.3q', '8.0r', '5.0r'],
  ['0.1q', '3.0q', '3.1r', '7.1r', '9.1q', '1.2r', '5.0r'],
  ['1.2q', '7.0r', '8.1r', '7.1r', '5.0q 5.1q', '3.0r', '6.0r'],
  ['0.2r', '0.2r', '8.2q', '3.1q', '6.1q', '5.1r', '7.0q'],
  ['3.1r', '3.2r', '', '5.1q', '1.1r 1.2r', '0.2q'],
  ['0.2q', '0.2q', '3.1q', '2.1q', '7.1r'],
  ['1.2q', '3.1q 3.2q', '7.0q', '6.2r', '1.4q'],
  ['0.2q', '5.1q', '5.2q', '6.1r', '6.1r', '7.1r', '9.0q'],
]

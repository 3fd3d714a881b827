/** Lines that open something with a name, in the languages agents write most. */
export const DEFINES =
  /^\s*(?:(?:export|default|pub(?:\([^)]*\))?|public|private|protected|internal|static|abstract|final|async|override|inline|virtual|const|unsafe)\s+)*(?:func\s+\([^)]*\)\s*|(?:func(?:tion)?|fn|def|class|interface|struct|enum|trait|impl|type|module|namespace|object|record|protocol|extension|sub|proc|describe|test|it)\b[\s(*'"]*(?:\([^)]*\)\s*)?)([\w$.:'" -]{1,80})/

/** Values, and words of languages in which a test or a block has no name of its own. */
const ALSO =
  /^\s*(?:(?:export|default|pub|public|private|static)\s+)*(?:fun|defp|const|let|var|val|message|service|rule)\s+([\w$]+)/
/** A function without a word that says so: what it returns, its name, its arguments. */
const BARE = /^\s*(?:[\w$][\w$<>[\],*&:~ ]{0,80}[ *&])?([A-Za-z_$][\w$]{3,})\s*\([^;]*$/
const NOT_NAMES =
  /^(?:if|for|while|switch|return|catch|with|elif|else|match|case|await|yield|throw|raise|super|print|assert|import|require|include|using)$/
const LEAST = 4

/** The name a line of code defines, in whatever language. */
export function definedName(line: string): string | undefined {
  const name = DEFINES.exec(line)?.[1]?.split(/[\s('":<{=.]/, 1)[0] ?? ALSO.exec(line)?.[1] ?? BARE.exec(line)?.[1]
  return name === undefined || name.length < LEAST || NOT_NAMES.test(name) ? undefined : name
}

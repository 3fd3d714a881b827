import words from './secret-words.json' with { type: 'json' }

/**
 * What a secret looks like. Repetitions are bounded or end the match, so that a hostile megabyte costs little; group `s`, where there is
 * one, is the secret, the rest its surroundings.
 */
export type SecretRule = {
  readonly name: string
  readonly pattern: RegExp
  /** A plain string that must occur, in lower case, before the pattern is tried. */
  readonly hint: readonly string[]
  /** Words that look like it and are none. */
  readonly accept?: (secret: string) => boolean
}

const START = '(?<![A-Za-z0-9])'
const END = '(?![A-Za-z0-9])'

/** Keys that name their issuer: [rule, hint, pattern of the whole key]. */
const KEYS: readonly (readonly [string, string, string])[] = [
  ['aws-access-key', 'a', '(?:AKIA|ASIA|ABIA|ACCA|AIDA|AROA|AGPA|AIPA|ANPA|ANVA)[A-Z0-9]{16}'],
  ['anthropic', 'sk-ant-', 'sk-ant-[A-Za-z0-9_-]{16,200}'],
  ['github', 'gh', 'gh[pousr]_[A-Za-z0-9]{36,251}'],
  ['github', 'github_pat_', 'github_pat_[A-Za-z0-9_]{22,251}'],
  ['gitlab', 'gl', 'gl(?:pat|ptt|dt|rt|cbt|oas|soat|ft|imt|agent|ffct|rtr)-[A-Za-z0-9_-]{20,60}'],
  ['gitlab', 'gr1348941', 'GR1348941[A-Za-z0-9_-]{20}'],
  ['slack', 'xox', 'xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,250}'],
  ['slack', 'xapp-', 'xapp-\\d-[A-Z0-9]{5,20}-\\d{5,20}-[a-z0-9]{20,80}'],
  ['google-api-key', 'aiza', 'AIza[0-9A-Za-z_-]{35}'],
  ['google-oauth', 'ya29.', 'ya29\\.[0-9A-Za-z_-]{20,250}'],
  ['google-oauth', 'gocspx-', 'GOCSPX-[0-9A-Za-z_-]{28}'],
  ['stripe', 'k_', '[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,120}'],
  ['stripe', 'whsec_', 'whsec_[A-Za-z0-9+/=]{24,80}'],
  ['npm', 'npm_', 'npm_[A-Za-z0-9]{36}'],
  ['pypi', 'pypi-', 'pypi-AgE[A-Za-z0-9_-]{50,250}'],
  ['rubygems', 'rubygems_', 'rubygems_[a-f0-9]{48}'],
  ['crates', 'cio', 'cio[A-Za-z0-9]{32}'],
  ['huggingface', 'hf_', 'hf_[A-Za-z0-9]{30,40}'],
  ['huggingface', 'api_org_', 'api_org_[A-Za-z0-9]{34}'],
  ['groq', 'gsk_', 'gsk_[A-Za-z0-9]{32,64}'],
  ['xai', 'xai-', 'xai-[A-Za-z0-9]{60,100}'],
  ['perplexity', 'pplx-', 'pplx-[A-Za-z0-9]{32,64}'],
  ['replicate', 'r8_', 'r8_[A-Za-z0-9]{32,48}'],
  ['tavily', 'tvly-', 'tvly-[A-Za-z0-9-]{20,60}'],
  ['langsmith', 'lsv2_', 'lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}'],
  ['twilio', 'sk', 'SK[0-9a-fA-F]{32}'],
  ['sendgrid', 'sg.', 'SG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{32,64}'],
  ['mailgun', 'key-', 'key-[0-9a-f]{32}'],
  ['mailchimp', '-us', '[0-9a-f]{32}-us\\d{1,2}'],
  ['brevo', 'xkeysib-', 'xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['telegram', ':a', '\\d{8,10}:A[A-Za-z0-9_-]{34}'],
  ['discord', '.', '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,40}'],
  ['shopify', 'shp', 'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}'],
  ['digitalocean', '_v1_', 'do[opr]_v1_[a-f0-9]{64}'],
  ['databricks', 'dapi', 'dapi[a-f0-9]{32}(?:-\\d)?'],
  ['doppler', 'dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[A-Za-z0-9.]{40,60}'],
  ['linear', 'lin_', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,64}'],
  ['notion', 'ntn_', 'ntn_[A-Za-z0-9]{40,50}'],
  ['notion', 'secret_', 'secret_[A-Za-z0-9]{43}'],
  ['postman', 'pmak-', 'PMAK-[a-fA-F0-9]{24}-[a-fA-F0-9]{34}'],
  ['pulumi', 'pul-', 'pul-[a-f0-9]{40}'],
  ['planetscale', 'pscale_', 'pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}'],
  ['square', 'sq0', 'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}'],
  ['square', 'eaaa', 'EAAA[A-Za-z0-9_-]{60}'],
  ['facebook', 'eaa', 'EAA[MC][A-Za-z0-9]{80,200}'],
  ['figma', 'figd_', 'figd_[A-Za-z0-9_-]{40,60}'],
  ['grafana', 'glc_', 'glc_[A-Za-z0-9+/]{32,250}={0,2}'],
  ['grafana', 'glsa_', 'glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'],
  ['new-relic', 'nra', 'NRA[KL]-[A-Z0-9]{27}'],
  ['new-relic', 'nrii-', 'NRII-[A-Za-z0-9-]{32}'],
  ['sentry', 'sntr', 'sntr(?:ys_eyJ[A-Za-z0-9+/=_]{60,250}|yu_[a-f0-9]{64})'],
  ['vault', 'hv', 'hv[sb]\\.[A-Za-z0-9_-]{24,250}'],
  ['terraform', 'atlasv1', '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,70}'],
  ['age', 'age-secret-key-', 'AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'],
  ['fly', 'fo1_', 'fo1_[A-Za-z0-9_-]{43}'],
  ['heroku', 'hrku-', 'HRKU-[A-Za-z0-9_-]{36,70}'],
  ['supabase', 'sbp_', 'sbp_[a-f0-9]{40}'],
  ['cloudflare', 'v1.0-', 'v1\\.0-[a-f0-9]{24}-[a-f0-9]{146}'],
  ['alibaba', 'ltai', 'LTAI[A-Za-z0-9]{12,24}'],
  ['tencent', 'akid', 'AKID[A-Za-z0-9]{32}'],
  ['dynatrace', 'dt0c01.', 'dt0c01\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['easypost', 'ez', 'EZ[AT]K[A-Za-z0-9]{54}'],
  ['flutterwave', 'flw', 'FLW(?:PUBK|SECK)_TEST-[a-hA-H0-9]{12,32}(?:-X)?'],
  ['frameio', 'fio-u-', 'fio-u-[A-Za-z0-9_=-]{64}'],
  ['infracost', 'ico-', 'ico-[A-Za-z0-9]{32}'],
  ['prefect', 'pnu_', 'pnu_[A-Za-z0-9]{36}'],
  ['readme', 'rdme_', 'rdme_[a-z0-9]{70}'],
  ['clojars', 'clojars_', 'CLOJARS_[A-Za-z0-9]{60}'],
  ['duffel', 'duffel_', 'duffel_(?:test|live)_[A-Za-z0-9_=-]{43}'],
  ['shippo', 'shippo_', 'shippo_(?:live|test)_[a-fA-F0-9]{40}'],
  ['typeform', 'tfp_', 'tfp_[A-Za-z0-9_.=-]{59}'],
  ['1password', 'ops_eyj', 'ops_eyJ[A-Za-z0-9+/]{200,250}'],
  ['sourcegraph', 'sgp_', 'sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}'],
  ['atlassian', 'at', 'AT(?:ATT|CTT)3[A-Za-z0-9_=-]{60,250}'],
  ['bitbucket', 'atbb', 'ATBB[A-Za-z0-9]{28,40}'],
  ['aws-bedrock', 'absk', 'ABSK[A-Za-z0-9+/=]{60,200}'],
  ['yandex', 'aqvn', 'AQVN[A-Za-z0-9_-]{35,38}'],
  ['yandex', 'ycaje', 'YCAJE[A-Za-z0-9_-]{35}'],
  ['scaleway', 'scw', 'SCW[A-Z0-9]{17}'],
  ['octopus', 'api-', 'API-[A-Z0-9]{26}'],
  ['1password', 'a3-', 'A3-[A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){3,4}'],
  ['42', 's-s4t2', 's-s4t2(?:ud|af)-[a-f0-9]{64}'],
  ['plaid', 'access-', 'access-(?:sandbox|development|production)-[a-f0-9-]{36}'],
  ['hubspot', 'pat-', 'pat-[a-z]{2}\\d-[a-f0-9-]{36}'],
  ['riot', 'rgapi-', 'RGAPI-[a-f0-9-]{36}'],
  ['buildkite', 'bkua_', 'bkua_[a-f0-9]{40}'],
  ['e2b', 'e2b_', 'e2b_[a-f0-9]{40}'],
  ['firecrawl', 'fc-', 'fc-[a-f0-9]{32}'],
  ['mailersend', 'mlsn.', 'mlsn\\.[a-f0-9]{64}'],
  ['mercado-pago', 'app_usr-', 'APP_USR-\\d{16}-\\d{6}-[a-f0-9]{32}-\\d{6,12}'],
  ['clickup', 'pk_', 'pk_\\d{6,10}_[A-Z0-9]{32}'],
  ['defined', 'dnkey-', 'dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}'],
  ['gitlab', 'gloas-', 'gloas-[a-f0-9]{64}'],
  ['slack', 'xox', 'xox[cd]-[A-Za-z0-9%-]{20,250}'],
  ['razorpay', 'rzp_', 'rzp_(?:live|test)_[A-Za-z0-9]{14}'],
  ['settlemint', 'sm_', 'sm_[aps]at_[A-Za-z0-9]{16}'],
  ['grafana', 'eyjrijoi', 'eyJrIjoi[A-Za-z0-9+/=]{60,250}'],
  ['cerebras', 'csk-', 'csk-[a-z0-9]{48}'],
  ['airtable', 'pat', 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}'],
  ['resend', 're_', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'],
  ['azure-client', 'q~', '[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}'],
]

const NAME =
  'pass(?:word|wd|phrase|code)?|pwd|secret|token|api[_ -]?key|access[_ -]?key|private[_ -]?key|client[_ -]?secret|auth[_ -]?key|encryption[_ -]?key|signing[_ -]?key|account[_ -]?key|credentials?'

/** Ids that look like keys and open nothing: of calls, messages and objects. */
const ID =
  '(?:(?:srv)?toolu|msg|req|call|chatcmpl|cmpl|resp|rs|item|run|step|thread|asst|file|batch|evt|sess(?:ion)?|org|user|proj|cus|sub|pi|price|prod|acct|sha\\d+|md5|fp|ws|trace|span)[-_.]'
/** What the keys of most issuers look like, known to us or not: a short name of theirs and a long random run. */
const PREFIXED = new RegExp(
  `(?<![\\w.~-])(?!${ID})[A-Za-z][A-Za-z0-9]{0,15}(?:[-_.][A-Za-z0-9]{1,12}){0,3}[-_.~]+(?<s>[A-Za-z0-9]{20,250})(?![A-Za-z0-9])`,
  'gi',
)

/** Letters of both cases and digits, and mostly no words: names have both too. */
function isMixedThroughout(run: string): boolean {
  if (!/[A-Z]/.test(run) || !/[a-z]/.test(run) || !/[0-9].*[0-9]/.test(run)) return false
  const words = run.match(/[A-Z]?[a-z]{3,}/g) ?? []
  return words.join('').length <= 0.6 * run.length
}

/** Keys that stand in one run of characters: tried on long runs alone, not on the whole text. */
export const KEY_RULES: readonly SecretRule[] = [
  ...KEYS.map(([name, hint, pattern]) => ({ name, hint: [hint], pattern: new RegExp(START + pattern + END, 'g') })),
  {
    name: 'openai',
    hint: ['sk-'],
    pattern: /(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{20,}/g,
    accept: (secret) => /[0-9]/.test(secret),
  },
  {
    name: 'prefixed-key',
    hint: ['-', '_', '.', '~'],
    pattern: PREFIXED,
    accept: isMixedThroughout,
  },
]

/** Secrets known by what stands around them. */
export const CONTEXT_RULES: readonly SecretRule[] = [
  {
    name: 'slack-webhook',
    hint: ['hooks.slack.com'],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<s>[A-Za-z0-9+/]{20,80})/g,
  },
  {
    name: 'url-password',
    hint: ['://'],
    pattern: /:\/\/[^\s:@/"'<>]{0,64}:(?<s>[^\s@/"'<>]{3,128})@[A-Za-z0-9.[-]/g,
    accept: (secret) => !isPlaceholder(secret),
  },
  {
    name: 'authorization',
    hint: ['bearer', 'basic', 'authorization'],
    pattern:
      /\b(?:bearer|basic|authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:token)?)\s{1,4}(?<s>[A-Za-z0-9._~+/-]{16,200}={0,2})/gi,
    accept: (secret) => mixed(secret) && !isPlaceholder(secret),
  },
  {
    name: 'cookie',
    hint: ['cookie'],
    pattern: /\b(?:set-)?cookie["']?\s{0,3}[:=]\s{0,3}["']?(?<s>[^\s=;,"']{1,100}=[^\r\n"']{8,4000})/gi,
    accept: (secret) => mixed(secret) && !isPlaceholder(secret.slice(secret.indexOf('=') + 1)),
  },
  {
    name: 'password',
    hint: words.password.map((word) => word.toLowerCase()),
    pattern: new RegExp(
      `(?:${anyOf(words.password)})["'\`]?(?:\\s(?:for|of|für|vom|zum|zur|von|de|del|di|da|do|para|pour|per|от|для|voor|do|для)\\s[^\\n:=.,;]{1,40}?)?\\s{0,3}(?:(?:[:=：]|=>|:=)\\s{0,3}|\\s(?:${anyOf(words.link)})\\s{0,3}:?\\s{0,3}|(?:[是为為はが]|은|는|이|가|:|—|–|-(?=\\s))\\s{0,3})["'\`“「『«]?(?<s>[^\\s"'\`,;<>()[\\]{}”」』»。，、]{6,128})`,
      'gi',
    ),
    accept: (secret) => (mixed(secret) || /[!@#$%^&*]/.test(secret.slice(0, -1))) && !isPlaceholder(secret),
  },
  {
    // mysql -pSecret, curl -u name:secret, sshpass -p secret, redis-cli -a secret, ldapsearch -w secret, smbclient -U name%secret.
    name: 'command-password',
    hint: [
      'mysql',
      'maria',
      'mongo',
      'curl',
      'sshpass',
      'redis-cli',
      'ldap',
      'smbclient',
      'htpasswd',
      'login',
      '-pass',
      'pass:',
    ],
    pattern:
      /(?:\b(?:mysql\w{0,10}|mariadb[\w-]{0,10}|mongo\w{0,10})\b[^\n|;&]{0,200}?\s-p|\b(?:mongo\w{0,10}|sshpass|docker login|podman login|az login|helm registry login)\b[^\n|;&]{0,200}?\s(?:-p|--password)[ =]|\bcurl\b[^\n|;&]{0,300}?\s(?:-u|--user|--proxy-user)[ =]?["']?[^\s:"']{1,80}:|\bredis-cli\b[^\n|;&]{0,200}?\s(?:-a|--pass)[ =]|\bldap\w{1,10}\b[^\n|;&]{0,300}?\s-w |\bsmbclient\b[^\n|;&]{0,200}?\s-U ?["']?[^\s%"']{1,80}%|\bhtpasswd -\w{0,4}b\w{0,4} \S{1,120} \S{1,80} |-pass(?:in|out)? ["']?pass:|\s--(?:\w{1,20}-)?password[ =])["']?(?<s>[^\s"'|;&]{4,128})/gi,
    accept: (secret) => !isPlaceholder(secret) && !/^[-/<{]/.test(secret),
  },
  {
    name: 'netrc',
    hint: ['machine'],
    pattern: /\bmachine\s{1,9}\S{1,120}\s{1,9}login\s{1,9}\S{1,120}\s{1,9}password\s{1,9}(?<s>\S{4,128})/gi,
    accept: (secret) => !isPlaceholder(secret),
  },
  {
    // AZURE_OPENAI_KEY: …, MY_SERVICE_TOKEN=…
    name: 'variable',
    hint: ['_key', '_token', '_secret', '_pat', '_pwd', '_pass', '_auth', '_dsn', '_sid', '_credential'],
    pattern:
      /\b[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,30}){0,6}_(?:KEY|TOKEN|SECRET|PAT|PWD|PASS|PASSWORD|AUTH|DSN|SID|CREDENTIALS?)(?:_ID|_\d{1,2})?["'`]?\s{0,3}(?:[:=]|=>|:=|\sis\s)\s{0,3}["'`]?(?<s>[A-Za-z0-9_~+/.-]{12,250}={0,2})/g,
    accept: isRandom,
  },
  {
    name: 'service-key',
    hint: words.vendors,
    pattern: new RegExp(
      `(?<![A-Za-z])(?:${anyOf(words.vendors)})[\\w.-]{0,24}(?:[ \\t]{1,3}[\\w.'’-]{1,16}){0,2}["'\`]?[ \\t]{0,3}(?:[:=]{1,3}>?|\\sis\\s|→|->)[ \\t]{0,3}["'\`]?(?<s>[A-Za-z0-9_~+/.=-]{16,250})`,
      'gi',
    ),
    accept: isRandom,
  },
  {
    // A block of a key, also when it came without its first or last line.
    name: 'key-block',
    hint: ['\n', '-----'],
    pattern: /(?<=^|\n|\\n)[ \t>|]{0,8}(?<s>[A-Za-z0-9+/]{60,76}={0,2})(?=\s|\\n|$)/g,
    accept: (secret) => /[a-z]/.test(secret) && /[A-Z]/.test(secret) && /\d/.test(secret) && entropy(secret) > 4.5,
  },
  {
    name: 'assignment',
    hint: ['secret', 'token', 'key', 'credential'],
    pattern: new RegExp(
      `(?:${NAME})["'\`]?\\s{0,3}(?:[:=]|=>|:=|\\sis\\s)\\s{0,3}["'\`]?(?<s>[A-Za-z0-9_~+/.\\-]{12,250}={0,2})`,
      'gi',
    ),
    accept: isRandom,
  },
]

function anyOf(list: readonly string[]): string {
  // The longest first: `pass` would leave `word` to the rest.
  return list
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.\-']/g, String.raw`\$&`).replaceAll(' ', String.raw`\s`))
    .join('|')
}

/** No word, name or path: letters and digits in no order. */
function isRandom(secret: string): boolean {
  return mixed(secret) && entropy(secret) > 3 && !isPlaceholder(secret) && !/^[./~]|\/.*\/.*\./.test(secret)
}

/** Letters and digits: names of things are seldom both. */
function mixed(secret: string): boolean {
  return /[0-9]/.test(secret) && /[A-Za-z]/.test(secret)
}

function isPlaceholder(secret: string): boolean {
  return (
    /^(?:\$|%|process\.|os\.|env\.|config\.|import|require|your|my_|example|changeme|redacted|placeholder|\[redacted|x{3,}|\*{3,}|\.{3,}|undefined|null|none|true|false)/i.test(
      secret,
    ) || new Set(secret).size < 4
  )
}

/** Bits per character. */
function entropy(text: string): number {
  const seen = new Map<string, number>()
  for (const char of text) seen.set(char, (seen.get(char) ?? 0) + 1)
  let bits = 0
  for (const count of seen.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

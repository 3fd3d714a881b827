import { either, opening, words, type Wording } from './wording.ts'

const PLEASE = 'por favor|también|y|oye|mira|hola'
const KIN =
  '(?:mujer|esposa|marido|esposo|pareja|novi[oa]|hij[oa]s?|madre|padre|mamá|papá|herman[oa]s?|familia|jef[ea]|compañer[oa]|perr[oa]|gat[oa])'

export const spanish: Wording = {
  decision: either(
    words(
      '(?:hemos|he) decidido',
      '(?:decidimos|acordamos) \\p{L}+',
      'vamos a (?:usar|cambiar|migrar|pasar|quedarnos con|adoptar)',
      '(?:cambiamos|migramos|pasamos) (?:a|de) \\p{L}+',
      'usaremos',
      'nos quedamos con',
    ),
    words(
      '(?:al final )?(?:optamos|hemos optado|apostamos) por',
      '(?:elegimos|escogimos|hemos elegido|hemos escogido) \\p{L}+',
      'vamos con',
    ),
    words('el equipo (?:eligió|escogió|decidió)'),
  ),
  preference: either(
    either(
      words(
        '(?:prefiero|preferimos)(?! (?:que no|no saber))',
        '(?:no )?me (?:gustan?|encantan?)(?! (?:la idea|tu|este|esta|eso|esto|cómo|lo que))',
        '(?:odio|detesto) \\p{L}+',
        'siempre (?:uso|utilizo|trabajo|escribo|quiero|usamos)',
        'nunca (?:uso|utilizo|quiero|usamos)',
        '(?:a partir de|de) ahora(?: en adelante)?',
        'mi \\p{L}+ (?:favorit[oa]|preferid[oa])',
        '(?:responde|contesta|escribe|usa|utiliza) siempre',
        'no (?:uses|utilices|escribas) nunca',
      ),
      opening(PLEASE, '(?:siempre|nunca)\\s'),
    ),
    words(
      '(?:cita|comenta|nombra|explica|redacta) siempre',
      'no (?:quiero|queremos) (?!que|saber|decir|hacer)\\p{L}+',
      '(?:escribe|responde|contesta|comenta) (?:todo |siempre )?en (?:español|inglés|francés|alemán|catalán|portugués)',
      'nada de \\p{L}+ en (?:los|las|el|la|mis)',
    ),
    words(
      '(?:lenguaje|tono|estilo) (?:sencillo|formal|informal|cercano|claro|simple)',
      'nada de \\p{L}+',
      '(?:los|las) \\p{L}+s (?:van|deben (?:ir|estar|ser)|siempre) (?:en|con|sin)',
    ),
  ),
  fact: either(
    either(
      words(
        'me llamo \\p{L}+',
        'mi nombre es',
        'soy (?:alérgic[oa]|vegetarian[oa]|vegan[oa]|de \\p{L}+|una? (?!poco)\\p{L}+)',
        'vivo en',
        '(?<!(?:del|el|al|un|de|su|este) )trabajo (?:en|para|como) (?!ello|eso|esto)\\p{L}+',
        'nací en',
        'tengo (?:una?|dos|tres|cuatro|\\d+) (?!problema|pregunta|duda|idea|error|rato|momento|poco)\\p{L}+',
        'nuestr[oa]s? (?!problema|duda|idea|error|objetivo)\\p{L}+(?: de \\p{L}+)? (?:es|está|se llama|usa|utiliza|corre)',
        'mi (?!problema|pregunta|duda|idea|error|código|opinión|intención|objetivo)\\p{L}+ (?:es|se llama|vive|trabaja)',
        '(?:el|este) (?:proyecto|servicio|repositorio|servidor|equipo) (?:usa|utiliza|corre|se llama)',
        '(?:usamos|utilizamos|desplegamos) \\p{L}+',
      ),
      opening(PLEASE, '(?:recuerda|acuérdate de|ten en cuenta|anota|apunta|no olvides)(?: esto)?(?: que\\s|[:,])'),
    ),
    words(
      `mi ${KIN}(?: \\p{L}+)? (?:no |nunca )?(?:es|son|come|comen|vive|tiene|trabaja|puede|estudia|odia|prefiere|cumple)`,
      '(?<!\\p{L} )(?:estudio|enseño|investigo|doy clases de) (?!realizad|hech|publicad)\\p{L}+ (?:en|para|sobre)',
      '(?:llevo|dirijo|tengo) (?:una?|el|la) (?:\\p{L}+ ){0,2}?(?:tienda|empresa|equipo|grupo|negocio|restaurante|estudio|departamento|taller)',
      'soy (?:intolerante|celíac[oa]|diabétic[oa])',
      '(?:soy|somos) (?:el |la )?(?:diseñador|desarrollador|programador|ingenier|profesor|estudiante|médic|abogad|periodista|jef|director|investigador)\\p{L}*',
      'no (?:como|comemos|puedo comer|tomo) \\p{L}+',
      'escribo mi \\p{L}+',
    ),
    words(
      '(?:el|la|nuestr[oa]) (?:backend|frontend|servidor|base de datos|api|web|app|repo|repositorio|proyecto) (?:está (?:en|hech[oa]|escrit[oa])|es (?!un|que|lent|mal)|corre|usa|va con)',
      '(?<!no )soy (?!ningun|ningún|yo|consciente|capaz|nuev[oa]|un|una|el|la)\\p{L}+ (?:y|en|de)',
      '(?:atiendo|doy clases|paso consulta) en',
    ),
  ),
  named:
    /(?<!\p{L})[Ss]oy \p{Lu}\p{Ll}+(?:[ ,.!]|$)|^(?:[Pp]regunta|[Aa]visa|[Ee]scribe) a \p{Lu}\p{Ll}+ (?:por|para|si|cuando)/u,
  question: either(
    /^¿/u,
    opening('y|pero', '(?:qué|cómo|cuándo|dónde|quién|cuál|por qué|puedes|podrías|debo|debería)\\s'),
  ),
  fragment: opening('pero|y', '(?:si|cuando|por ejemplo|en vez de|a menos que)\\s'),
  leadIn: opening(PLEASE, '(?:recuerda|acuérdate de|ten en cuenta|anota|apunta|no olvides)(?: esto)?(?: que|[:,])\\s+'),
  habit: words(
    'siempre',
    'nunca',
    'prefiero',
    'preferimos',
    'gustan?',
    'encantan?',
    'odio',
    'detesto',
    'favorit[oa]',
    'preferid[oa]',
    '(?:a partir de|de) ahora(?: en adelante)?',
    'cada',
    'todos?',
  ),
  atHand: words('est[aeo]s?', 'es[aeo]s?', 'aquel(?:la|lo)?'),
  moved: words(
    '(?:se )?(?:ha |han |hemos |he |fue )?(?:retras|aplaz|pospon|pospuest|mov|movid|pas|cambi|adelant|prorrog)\\p{L}* (?:(?:el|la|los|las|nuestr[oa]) \\p{L}+(?: de \\p{L}+)? )?(?:al?|para|hasta)',
    'ahora es',
  ),
  due: words('entregas?', 'plazo', 'fecha límite', 'vence', 'entregar'),
  scheduled: words(
    'lanzamiento',
    'estreno',
    'examen',
    'boda',
    'cumpleaños',
    'reunión',
    'inauguración',
    'empieza',
    'empezamos',
    'defensa',
    'viaje',
    'vuelo',
  ),
  onDay: /(?<!\p{L})(?:es|será|son|cae|está fijad[oa]|queda)(?: para)?(?: el)? ?@/iu,
  momentary: words(
    'hoy',
    'ahora mismo',
    'por ahora',
    'de momento',
    'esta vez',
    'mañana',
    'ayer',
    'esta (?:tarde|noche|semana)',
  ),
}

import type { Changes, Language, Shape, Wording } from './language.ts'
import { either, opening, pageOf, words } from './tables.ts'

const PLEASE = 'por favor|también|y|oye|mira|hola'
const KIN =
  '(?:mujer|esposa|marido|esposo|pareja|novi[oa]|hij[oa]s?|madre|padre|mamá|papá|herman[oa]s?|familia|jef[ea]|compañer[oa]|perr[oa]|gat[oa])'

const wording: Wording = {
  decision: either(
    words(
      '(?:hemos|he) decidido',
      '(?:decidimos|acordamos) \\p{L}+',
      'vamos a (?:usar|cambiar|migrar|pasar|quedarnos con|adoptar)',
      '(?:cambiamos|migramos|pasamos) (?:a|de) \\p{L}+',
      'usaremos',
      '(?:hemos|he) (?:migrado|pasado|saltado) (?:a|al|de) \\S+',
      'nos quedamos con',
    ),
    words(
      '(?:al final )?(?:optamos|hemos optado|apostamos) por',
      '(?:elegimos|escogimos|hemos elegido|hemos escogido) \\p{L}+',
      'vamos con',
    ),
    words(
      'el equipo (?:eligió|escogió|decidió)',
      '(?:dejamos|abandonamos|cambiamos|quitamos) \\S+ (?:y|por|para) [^.!?]{2,40}',
      '(?:tiramos|seguimos|nos decidimos) (?:con|por) \\S+',
      'nos (?:vamos|pasamos|cambiamos|mudamos) (?:a|con|por) \\S+',
      '(?:lo |la )?(?:haremos|hacemos|montamos|escribimos) (?:en|con) \\S+',
    ),
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
        '(?:es|son|somos|soy) (?:muy )?(?:alérgic[oa]s?|intolerantes?|celíac[oa]s?|diabétic[oa]s?|vegetarian[oa]s?|vegan[oa]s?)',
        'soy (?:alérgic[oa]|vegetarian[oa]|vegan[oa]|de \\p{L}+|una? (?!poco)\\p{L}+)',
        'vivo en',
        '(?<!(?:del|el|al|un|de|su|este) )trabajo (?:en|para|como) (?!ello|eso|esto)\\p{L}+',
        'nací en',
        'tengo (?:una?|dos|tres|cuatro|\\d+) (?!hambre|sed|sueño|frío|calor|lío|problema|pregunta|duda|idea|error|rato|momento|poco)\\p{L}+',
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
    /(?<!\p{L})[Ss]oy \p{Lu}\p{Ll}+(?:[ ,.!]|$)|(?:^|[,;] )(?:[Pp]regunta(?:le|selo)?|[Pp]regúnta(?:le|selo)|[Aa]vísale|[Ee]scríbele|[Aa]visa|[Ee]scribe|[Cc]onsulta|[Hh]abla|[Dd]udas|[Pp]ídele|[Pp]ídeselo) (?:a|con) (?:\p{Lu}\p{Ll}+|ella|él)(?:[ ,.]|$)|(?:l[oa]s? (?:lleva|aprueba|revisa|gestiona|hace|firma|decide)|a cargo de|responsable (?:de[^.]{2,30})?es|(?:encargad[oa]) (?:de[^.]{2,30})?es|(?:se encarga|se ocupa)) \p{Lu}\p{Ll}+|\p{Lu}\p{Ll}+, que (?:se encarga|se ocupa|lleva|hace)(?!\p{L})|^\p{Lu}\p{Ll}+ (?:lleva|revisa|aprueba|gestiona|se encarga|se ocupa|coordina|dirige) [^.]{2,60}\.?$/u,
  refers: /en su lugar|(?:ese|esa|eso|el (?:primero|segundo|otro|último)|la (?:primera|segunda|otra|última))[.!]?$/iu,
  question: either(
    /^¿/u,
    opening('y|pero', '(?:qué|cómo|cuándo|dónde|quién|cuál|por qué|puedes|podrías|debo|debería)\\s'),
  ),
  fragment: either(
    opening('pero|y', '(?:imagina|imagínate|supongamos|pongamos|si|cuando|por ejemplo|en vez de|a menos que)\\s'),
    /^me (?:encanta|gusta)[.!]*$/iu,
  ),
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
  onDay:
    /(?<!\p{L})(?:es|será|son|cae|está (?:fijad|señalad|previst|programad)[oa]|queda|(?:lo|la) (?:pongo|hago|hacemos|tenemos|ponemos|pasamos))(?: para)?(?: el)? ?@/iu,
  momentary: words(
    'hoy',
    'ahora mismo',
    'por ahora',
    'de momento',
    'esta vez',
    '(?<!(?:la|las|esta|de) )mañana',
    'ayer',
    'esta (?:tarde|noche|semana)',
  ),
}

const THINGS =
  '(?:producción|pruebas|staging|servidor|base de datos|puerto|host|rama|repo(?:sitorio)?|cola|caché|despliegues?|lanzamientos?|compilación|copias|logs|alertas|incidencias|tickets|revisi(?:ón|ones)|facturas|pagos|pedidos|entregas|reuni(?:ón|ones)|oficina|presupuesto|alquiler|menú|turnos?|clases|colegio|contraseña|clave|configuración|esquema|api|dominio|cuenta|licencia|equipo|empresa|app|web|servicio|frontend|backend|tests|fechas|números|precios|títulos|correos|cartas|informes|escritos|documentos|textos|diseño|commits|ramas|comentarios|nombres|respuestas)'

const shape: Shape = {
  past: '(?<!\\p{L})(?:\\p{L}{2,}(?:é|ó|í|aron|ieron|imos|aste)|(?:he|ha|hemos|han|has) (?:\\p{L}+ )?\\p{L}+(?:ado|ido|to|cho)|fue|fui|estuve|tuve|hice|hizo|había|era|estaba|dormí|acabo de)(?!\\p{L})',
  whenever:
    '(?<!\\p{L})(?:cuando (?:me |te |nos )?(?:escrib|respond|expli|des|mand|habl|pid|pregunt|prop|hag|suger|pas|redact|menci)\\p{L}+|cada vez que|siempre que|en (?:todo lo|los \\p{L}+) que (?:me )?\\p{L}+)(?!\\p{L})',
  stated:
    '^(?:(?:el|la|los|las|mi|mis|nuestr[oa]s?|lo de) )?(?:[\\p{L}\\d]+ ){1,4}?(?:es|son|está|están|va|van|tiene|tienen|hay|l[oa]s? \\p{L}+|se \\p{L}{3,}|\\p{L}{3,}(?:amos|emos|imos)) ',
  notes:
    '^(?:(?:ok|vale|claro|perfecto|muy bien|de acuerdo|bien|por supuesto|ah|genial|listo)[,.! ]+)*(?:anotad[oa]|apuntad[oa]|entendid[oa]|tomo nota|tomad[oa] nota|lo (?:tendré|tengo|recordaré|apunto|anoto)|de acuerdo|queda (?:anotado|apuntado)|actualizad[oa]|cambiad[oa]|enhorabuena|felicidades|recordad[oa]|así lo haré|lo cambio|registrad[oa])(?!\\p{L})|^(?:de acuerdo|vale|ok)[,.]',
  greets:
    '^(?:(?:hola+|buenas?(?: tardes| noches)?|buenos días|buen día|qué tal|gracias|muchas gracias|mil gracias|vale|ok|okey|perfecto|genial|listo|bárbaro|hecho|adiós|hasta luego|chao|sí|no|claro|de nada|estupendo|dale|otra vez|de nuevo|por todo)[,.! ]*)+$',
  same: '(?<!\\p{L})(?:igual|mism[oa]s?|no (?:cambia|cambian|ha cambiado|se mueve|se toca)|sigue(?:n)? (?:igual|siendo|como)|se mantienen?|como (?:estaba|antes))(?!\\p{L})',
  asking:
    '[¿?]|^(?:\\p{L}+[ ,]+){0,2}?(?:que (?:diferencia|hago|puedo|significa|pasa|es|le)|como (?:hago|hacer|se|puedo|le|hacemos)|cuant[oa]s? |cual |donde |por que )|(?<!\\p{L})(?:qué|cómo|cuánt[oa]s?|cuál(?:es)?|dónde|cuándo|por qué|quién|sabes|sabe usted|me (?:explicas|explicai|recomiendas|recomienda|ayudas|ayuda|dices|pasas|das|haces|puedes)|podrías?|podría usted|puedes|pueden|comando para|cómo se)(?!\\p{L})',
  orders:
    '^(?:(?:ok|vale|ahora|luego|por favor|porfa|y|pues|oye|hola|bueno|venga|che|mira|a ver|buenas|gracias)[, ]+)*(?:haz(?:me|lo|la)?|hágame|hacé(?:me)?|escr[ií]b[ea]\\p{L}*|red[aá]ct[ae]\\p{L}*|traduce\\p{L}*|tradúce\\p{L}*|traduzca|resume\\p{L}*|resúme\\p{L}*|resuma|explíca\\p{L}*|explica|explique|dame|deme|dime|dígame|decime|pásame|pasame|prepára\\p{L}*|prepare|prepara|pon|ponme|póngame|añade|añada|corrige\\p{L}*|corrija|calcula|calcule|busca|busque|recomiénda\\p{L}*|ayúda\\p{L}*|genera|genere|crea|cree|compara|lista|ordena|cambia|cámbia\\p{L}*|arma|ármame|armá\\p{L}*|reescribe|acorta|mándame|cambiame|sácame|sugi[eé]re\\p{L}*|propón\\p{L}*|propónme|recuérdame|enséña\\p{L}*|necesito|necesitamos|quiero|quisiera|querría|busco|ver) ',
  you: '(?<!\\p{L})(?:te|tú|usted|ustedes|vos|tu|tus|contigo|le (?:agradec|ped|rog)\\p{L}*)(?!\\p{L})',
  once: '(?<!\\p{L})(?:(?:solo|sólo|únicamente|nomás) (?:por |para )?(?:hoy|esta|este|esa|ese|mañana|ahora|ell[oa]s?|él|una vez)|por (?:una|esta) (?:sola )?vez|(?:hoy|mañana|esta vez|esta noche) (?:solo|sólo|nada más)|excepcional\\p{L}*|de manera puntual|puntualmente|como excepción)(?!\\p{L})',
  self: '^(?:(?:hola|buenas|buenos días|oye|mira|pues|por cierto|además|también)[,!.:]? )?(?:en casa |en mi \\p{L}+ |cada \\p{L}+ )?(?:y |yo )?(?:no )?(?:soy|uso|tomo|peso|pago|gano|nado|manejo|hago|doy|llevo|dirijo|enseño|estudio|trabajo|vivo|tengo|cocino|escribo|conduzco|bebo|cobro|facturo|firmo|cuido|atiendo|compro|vendo|hablo|duermo|madrugo|entreno|corro|toco|colecciono|publico|gestiono|coordino|somos|damos|llevamos|vivimos|trabajamos|tenemos|usamos|desplegamos|trabajamos|vendemos|cerramos|abrimos|reparto) (?!bien|mal|que|un problema|un error|una duda|una pregunta|razón|claro|seguro)',
  recurring:
    '(?<!\\p{L})(?:(?:una vez|(?:dos|tres|cuatro|cinco|\\d+) veces) (?:al|a la|por) (?:día|semana|mes|año)|cada (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|semana|mes|mañana)|(?:todos )?los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos))(?!\\p{L})',
  thing: `(?:^|[,;] )(?:(?:el|la|los|las|nuestr[oa]s?|mis?) )?(?:\\p{L}+ ){0,1}${THINGS}(?: (?!que)\\p{L}+){0,3}? (?:es|son|está|están|va|van|corre|usa|vive|necesita|tiene|cuesta|empieza|termina|abre|cierra|escucha|se (?:firma|hace|guarda|despliega|publica|escribe|envía|llama|revisa|aprueba)n?|l[oae]s? (?:llevan?|aprueban?|revisan?|hacen?|pone|pongo))(?!\\p{L})`,
  rule: `^(?:sin|solo|sólo|nada de|ningún|ninguna) (?!problema|duda|embargo|l[oa]s?(?!\\p{L})|el(?!\\p{L})|un|\\p{L}+[aei]r(?!\\p{L}))\\p{L}+[^.!?]{0,40}[.!]?$|^(?:las|los) \\p{L}+s, (?:siempre |solo )?(?!que|quien|en|al|a)\\p{L}+[^,]{0,30}[.!]?$|^(?:los |las )?(?:commits|comentarios|respuestas|mensajes|títulos|nombres|variables|textos|fechas|correos|informes) (?:siempre |solo )?(?:en|con|sin|cort[oa]s|breves|formales)(?!\\p{L})|^mejor (?:en|con|sin) \\p{L}+|(?:trátame|tráteme|háblame|llámame|escríbeme) (?:de|en|con|como)?|(?:^|[,;] |por favor,? )no (?:me |nos )?(?:expliques|uses|pongas|añadas|mandes|envíes|escribas|menciones|recomiendes|incluyas) (?!l[oae]s?(?!\\p{L})|est|es[oe])`,
  passing:
    '(?<!\\p{L})(?:otra vez|de nuevo|error(?:es)?|falla(?:n|ndo)?|fallo|roto|rota|bug|problemas?|gracias|perdón|vale|genial|perfecto|parece|quizás?|tal vez|luego|después|momento|raro|rara|mal|ayuda|no me sale|no funciona|a ver)(?!\\p{L})',
  mood: '(?:me (?:siento|sentí|alegr\\p{L}*|encantaría|gustaría)|(?:yo )?(?:siento|espero|ojalá|creo|supongo|deseo)|estoy (?:muy |tan |un poco )?(?:feliz|triste|cansad[oa]|nervios[oa]|preocupad[oa]|content[oa]|emocionad[oa])|qué (?:bien|ilusión|pena)|por supuesto|encantad[oa])(?!\\p{L})',
  agrees: '(?:sí|claro|exacto|desde luego|tienes razón)(?!\\p{L})',
  request:
    '^(?:y )?(?:qué|cómo|cuánt[oa]s?|cuál(?:es)?|dónde|cuándo|por qué) |^\\p{L}+(?:[aeiáéí]|z|n|l)me (?:una?|unos|unas|otr[oa]s?|dos|tres|cuatro|cinco|seis|ocho|diez|\\d+|est[aeo]s?) |^(?:haz|pon|resúme|escríbe|tradúce|acórta|redácta|corríge|míra|cámbia|pása)l[oae]s?(?!\\p{L})|^(?:una?|unos|unas|otr[oa]s?|dos|tres|cuatro|cinco|diez|\\d+) [^,]*(?<!\\p{L})por favor|^(?:primera?|última|siguiente) (?:frase|línea|versión)|^(?:necesito|necesitamos|quiero|busco) una? |^(?:añade|traduce|acorta|reescribe|corrige|resume|renombra) \\S',
  hearsay:
    '^según (?:mi|mis|el|la|los|las|un|una) |^(?!(?:yo|nosotr[oa]s|tú|usted)(?!\\p{L})|(?:(?:mi|la|el|nuestr[oa]) )?(?:médic[oa]|doctora?|dentista|veterinari[oa]|abogad[oa]|fisio\\p{L}*|gestora?)(?!\\p{L}))(?:[\\p{L}-]+ ){1,4}?(?:(?:me |nos )?(?:dicen?|decían?|dirían?|dijo|dijeron|opinan?|creen?|piensan?|aseguran?|juran?|insisten? en|considera|recomienda)|(?:va|anda|vive) diciendo|suelta|soltó|me (?:escrib|cont)(?:e|ió|ía|a|ó) que|no para de decir\\p{L}*)(?!\\p{L})',
  must: '(?<!\\p{L})(?:tiene que|tienen que|hay que|debe|deben|prohibid[oa]s?|nunca|siempre|sol[oa]|sólo|ningún|ninguna|nada de)(?!\\p{L})',
  announces:
    '(?<!\\p{L})(?:recuerda|ten(?:las|los|lo)? en cuenta|normas?|reglas?|convenciones|criterios|apunta|para (?:este|el|nuestro) (?:proyecto|repo|equipo)|nuestro (?:stack|entorno)|sobre mí)(?!\\p{L})',
  moment:
    '(?<!\\p{L})(?:en (?:\\p{L}+|\\d+) minutos|batería|de vuelta|ni idea|por lo visto|explotar la cabeza|me está matando|me tiene (?:loc[oa]|hart[oa])|(?:estoy|estamos) en (?:el|la) (?:aeropuerto|estación|cola|coche|sala de espera|atasco)|el (?:primer|segundo|tercer|último|siguiente)o? (?:párrafo|título|ejemplo|nombre)|la (?:primera|segunda|tercera|última|siguiente) (?:frase|línea|palabra|columna|versión|opción|receta|idea|foto)|me pregunto|(?:estoy|estamos) (?:pensando|atascad[oa]s?|en el (?:tren|bus|metro))|(?:es|está) (?:horrible|fatal|malísim[oa]|riquísim[oa]|precios[oa])|hambre|sed|sueño|hech[oa] (?:polvo|una mierda)|agotad[oa]|me duelen?|dolor de cabeza|ronquísim[oa]|ahora vuelvo|llega tarde|(?:llevo|llevamos) (?:\\p{L}+ |\\d+ )?(?:horas?|minutos?|un rato)|está(?:n)? (?:haciendo|lloviendo|nevando|cortando)|ya lo he probado)(?!\\p{L})',
  setting: '^(?:estoy|estamos) \\p{L}+[aei]ndo(?!\\p{L})|^(?:escribo|preparo|hago|busco) una?(?!\\p{L})',
  given:
    '(?:una )?(?:pregunta|cosa|duda)(?: rápida| tonta)?|(?:por favor,? )?(?:traduce|corrige|resume|acorta|reescribe|mejora)|(?:este|esta) es (?:el|la) (?:correo|mensaje|texto|carta|nota)|aquí (?:va|está|tienes) (?!mi|nuestr)|[^.:\\n]{2,30} (?:escribe|escribió|ha escrito|me ha (?:mandado|escrito|enviado))',
  happened: '^(?:acabo|acabamos) de |^se (?:me|nos) (?:ha|han|cayó|rompió|quemó|olvidó|perdió)',
  opener:
    '(?:hola|buenas(?: tardes| noches)?|buenos días|(?:oye|mira|apunta|anota|a ver|apúntate|recuerda|acuérdate)(?: que)?|te cuento|pues|bueno|vale|por cierto|además|también|y|pero|ah|contexto|para que sepas|nota|qué onda|qué tal|que(?= (?:el|la|los|las|mi|mis|me|tengo|tenemos|hay|nuestr[oa]) )|otra cosa|una cosita|ojo|por si acaso|antes de que se me olvide|una cosa|actualización|en resumen)(?:[,.:!]+\\s*|\\s+)',
  task: '(?:añad|cambia(?![\\p{L}])|cámbi|haz|hazme|hágame|da(?:me|le)(?!\\p{L})|quita|pon|escr[ií]b[ea]|prueba|revisa|traduce|explica|resume|redacta|acorta|muestra|busca|dime|mira|ayúda|ayuda|puedes|podrías|quiero|quisiera|necesito|crea|genera|arregla|corrige|borra|elimina|ejecuta|corre|comprueba|usa|utiliza|responde|contesta|sigue|continúa|vuelve|deja|mete|saca|compara|calcula|prepara|organiza|recomienda|me recomiendas|q me|gracias|vale|genial|perfecto|mejor|bien|bueno|no me (?:convence|gusta (?:es|el|la|cómo))|no (?:sé|entiendo|funciona|veo|hace falta|pasa)|est[aeo]s?(?!\\p{L})|está(?!\\p{L})|es[aeo]s?(?!\\p{L})|así|qué|que|cómo|cuándo|dónde|quién|cuál|por qué|si|cuando|porque|aunque|creo|pienso|parece|veo|sé|entiendo|ok|claro|exacto|sí|no(?=[,.!]|$)|ahí|aquí|hay|ya está|lo (?!de )|la (?:primera|segunda)|le ha|me (?:voy|parece|sale|da)|luego|después|voy|vamos a ver|a ver|hoy|ahora mismo|muy|más|otra|otro|tú|te |se (?:ha|puede))',
  standing:
    '(?<!\\p{L})(?:siempre|nunca|jamás|cada|tod[oa]s?|sol[oa]|sólo|únicamente|máximo|mínimo|como mucho|al menos|a partir de|nada de|sin|en vez de|en lugar de|tono|estilo|lenguaje|vocabulario|letra|frases|párrafos)(?!\\p{L})',
  own: '(?<!\\p{L})(?:yo|hemos|vamos|damos|mi|mis|nuestr[oa]s?|me|nos|soy|somos|tengo|tenemos|estoy|vivo|\\p{L}{2,}amos|\\p{L}{2,}emos|\\p{L}{2,}imos)(?!\\p{L})',
  went: '(?<!\\p{L})(?:ayer|anoche|la semana pasada|el otro día|antes|ya he|hace un (?:rato|momento)|\\p{L}{3,}(?:é|aste|aron|ieron))(?!\\p{L})',
  muses:
    '(?<!\\p{L})(?:sient\\p{L}*|sentí\\p{L}*|feliz|triste|cansad[oa]|sol[oa]s?(?= y| últim)|estresad[oa]|nervios[oa]|preocupad[oa]|espero|ojalá|agradec\\p{L}*|debería\\p{L}*|podría\\p{L}*|habría\\p{L}*|quizás?|supongo|creo|parece|igual|perdid[oa]|agobiad[oa]|tal vez|tiene sentido|a lo mejor|hay que|mejor)(?!\\p{L})',
  says: '^(?:el|la|los|las|mi|mis|nuestr[oa]s?) [\\p{L}-]+(?: (?:de |del )?[\\p{L}-]+){0,2} (?:es|son|están? en|se llaman?|cuestan?|abren?|cierran?|vienen?|(?:solo |sólo )?(?:come|bebe|toma|vive|trabaja|estudia|juega|duerme|anda|ensaya|entrena|canta)n?|l[oa]s? (?:deja|lleva|manda|paga|hace)n?) (?!muy|más|tan|lo|que|bien|mal|buen|una? (?:pena|lástima|error|problema)|rot[oa]|lent[oa]|list[oa]|hech[oa]|correct|raro|rara|fácil|difícil|importante|necesari|posible|mejor|peor)\\p{L}+|^(?:el |la |mi )?[\\p{L}-]+ (?:quiere|odia|necesita|prefiere|exige|siempre|nunca)(?!\\p{L})',
  follows: '^(?:que|quien(?:es)?|él|ella|ellos|ellas|le|les|va|su|sus)(?!\\p{L})',
}

const STOP_WORDS = `de la e el los las una unos unas del al y o que en por para se su sus lo le les como pero más mas este esta
estos estas ese esa esos esas cuál cual cuáles cuales qué quién quien quiénes cuándo cuando cuánto cuántos cuántas dónde donde
cómo porqué fue fueron eran ser es está están ha han había también muy entre sobre desde hasta según durante ante cada`

const ORDINALS =
  'uno|primero|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|dieci\\p{L}+|veinte|veinti\\p{L}+|treinta(?: y uno)?'

const MONTHS = 'enero febrero marzo abril mayo junio julio agosto sep?tiembre octubre noviembre diciembre'

const RELATED = `
database: base-de-datos bd
backend: backend servidor servidores
testing: prueba pruebas test tests
deploy: despliegue despliegues desplegar desplegamos producción publicar lanzamiento lanzar
hosting: alojamos alojar alojamiento servidor servidores nube desplegamos hosting
queue: cola colas tareas segundo-plano
login: acceso sesión login
performance: rendimiento velocidad lento rápido
error: error fallo problema avería
fix: arreglar corregir solucionar
choice: elegir elección decidir decisión escoger quedamos
replace: cambiar cambiamos cambio sustituir migrar pasado dejamos
preference: prefiero preferir gusta favorito
config: configuración ajuste ajustes
document: documento documentación manual
repository: repositorio
review: revisar revisa revisión revisiones código fusionar fusionarlo mira
approval: aprobar aprueba aprobación visto-bueno autorizar autoriza permiso
charge: responsable encargado encargada encarga lleva gestiona dirige
meeting: reunión reuniones junta
deadline: plazo entrega vence fecha-límite entregar
court: juicio vista tribunal juzgado demanda
budget: presupuesto coste precio gastar gasto gastos cuánto
furniture: muebles mobiliario
pay: pagar pago pagos cobrar cobra cobramos factura
supplier: proveedor sirve trae suministra suministro
fish: pescado pescadero pescados marisco mariscos
customer: cliente clientes usuario
team: equipo compañero compañeros
boss: jefe jefa manda superior directora director
secret: contraseña clave
key: llave llaves repuesto copia
computer: ordenador computadora
phone: móvil teléfono celular
reply: respuesta respuestas responder
language: idioma lengua inglés castellano español
menu: carta menú platos
home: casa piso vivo vive viven vivir vivienda mudado mudarse mudamos mudaron domicilio ciudad
work: trabajo trabajar empleo profesión oficio jornada entro
shift: turno turnos jornada horario
off: libre descanso cierre cerrado
child: hijo hija hijos niño niña niños
grandchild: nieto nieta nietos
parents: madre padre padres mamá papá
sibling: hermano hermana
spouse: marido mujer esposa esposo pareja
friend: amigo amiga
doctor: médico médica doctor hospital
sick: enfermo enferma enfermedad
medicine: medicina medicamento pastilla pastillas
allergy: alergia alérgico alérgica celíaco celíaca gluten intolerante dieta | comer come
food: comida comer come cena cenar plato receta
drink: beber bebo alcohol
vacation: vacaciones viaje viajar
car: coche carro
video: vídeo vídeos video videos subo publico publicar
frequency: frecuencia semana semanal cada
music: música canción
book: libro novela cuento
exercise: ejercicio gimnasio deporte entrenamiento
school: escuela colegio instituto universidad
teach: clase clases enseño enseñar asignatura profesor profesora alumnos doy
reading: leer lee lectura dislexia
exam: examen nota
gift: regalo
birthday: cumpleaños
pet: mascota perro gato
capacity: aforo caben capacidad
units: unidades milímetros centímetros metros
address: llamen llamar tratar trátame usted firman firmar
rent: alquiler casero
`

const NUMBERS = 'una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce'

const change: Changes = {
  corrects:
    'perdón|quise decir|quería decir|me equivoqué|me he equivocado|error mío|errata|corrección|corrijo|rectifico|mejor dicho|no,? espera|espera,? no|olvida eso|borra eso|me (?:he )?confund\\p{L}+|(?:lo )?(?:he puesto|puse|escribí|estaba) mal|era broma|(?:te |os |lo )?(?:dije|he dicho|conté) mal|perdona',
  instead:
    '(?:he|hemos|ha|han) (?:pasado|migrado|saltado)|queda(?:n)? para|ya|traslad\\p{L}+|sustitut[oa]|baja (?:maternal|médica)|jubil\\p{L}+|ascend\\p{L}+|reduc\\p{L}+|aument\\p{L}+|recort\\p{L}+|llamarse|renombr\\p{L}+|apuntado|me (?:he |)cas\\p{L}+|prometid[oa]|separad[oa]|divorciad[oa]|borrad[oa]|ahora|ya no|ya (?:me|nos|te|le|es|son|va|voy|vamos|estoy|trabajo|vivo|uso|usamos|tengo)|en vez de|en lugar de|al final|finalmente|sino|cambi\\p{L}+|pas(?:a|o|ó|é|an|amos|ado|aron) (?:a|al|de)|mud(?:é|o|amos|ado|aron|ó)|sustitu\\p{L}+|reemplaz\\p{L}+|últimamente|desde (?!que naci)\\p{L}+|mejor|resulta|nuev[oa]s?|hasta nuevo aviso|solo|sólo|fuera|dentro|qued(?:ó|a) en|aplaz\\p{L}+|adelant\\p{L}+|retras\\p{L}+|ampli\\p{L}+|sub(?:o|e|ió|í|imos|en|ido)|baj(?:o|a|ó|é|amos|an|ado)|decidido|definitiv\\p{L}+|dej(?:é|o|ó|amos|ado)',
  only: 'solo|sólo|solamente|únicamente|nada más que',
  reverts:
    'volv(?:emos|ió|í|imos|er) a|vuelv(?:o|e|en) a|vuelta a|de vuelta|como (?:antes|estaba|siempre|siempre)|otra vez|de nuevo|revert\\p{L}+|lo de siempre|original\\p{L}*|según lo previsto|nos quedamos (?:con|como)|al final sí',
  unsure:
    'quizás?|tal vez|a lo mejor|si|pensando en|podría\\p{L}*|debería\\p{L}*|sería\\p{L}*|me gustaría|nos gustaría|puede que|probablemente|posiblemente|supón|imagina|imagínate|me planteo|ojalá|algún día|crees que|y si',
  adds: '(?<=\\S )(?:también|además|otr[oa]s? (?!vez|día)|un segundo|una segunda|adicional\\p{L}*|encima|amb[oa]s|asimismo|tampoco)',
  article: 'el|la|los|las|un|una|mi|mis|nuestr[oa]s?|este|esta',
  points: 'lo|la|los|las|le|les|eso|esto|él|ella|ellos',
  duty: 'reco[jg]\\p{L}+|llev(?:a|o|an)|encarg\\p{L}+|cocin(?:a|o|an)|pag(?:a|o|an)|hacen?|hago|responsable|contacto|cuid(?:a|o|an)|gestion\\p{L}+|revis(?:a|o|an)|aprueba|firma|coordin(?:a|o)|mi (?:jef[ea]|médic[oa]|caser[oa]|tutor[ae]?|profesora?|entrenadora?|dentista)|nuestr[oa] (?:jef[ea]|contacto|caser[oa]|proveedora?)',
  copula: 'es|son|está|están|será',
  naming: 'se llama(?:rá)?|llamar(?:se|á|emos)?|llamamos|nombre|le (?:ponemos|pondremos|pusimos|hemos puesto)',
  sorts: {
    time: `a las? (?:\\d{1,2}(?:[:.]\\d\\d)?|${NUMBERS})(?: (?:y|menos) (?:media|cuarto|${NUMBERS}|diez|veinte))?(?: de la (?:mañana|tarde|noche))?|\\d{1,2}:\\d\\d|\\d{1,2} ?h(?:oras)?|mediodía|medianoche`,
    date: '(?:el|al|del|día) \\d{1,2}(?! de \\p{L}|\\d|[.:,]\\d| ?%| euros)',
    address: '(?:calle|avenida|avda\\.?|plaza|paseo|c/) ?[\\p{L} ]{3,30},? (?:n[úº.]* ?)?\\d+',
    amount:
      '(?:una?|dos|tres|cuatro|media) (?:pastillas?|gotas|cucharadas?|cápsulas?)|medi[oa]|enter[oa]|doble|una vez|dos veces|tres veces|\\d+(?:[.,]\\d+)? ?(?:gramos|kilos?|litros?|kilómetros|minutos|horas|personas|invitados|euros|por ciento|semanas|días|páginas|tazas|puntos|plazas)',
    'part of day': 'por las? (?:mañanas?|tardes?|noches?)',
    colour:
      'roj[oa]s?|azul(?:es)?|verdes?|amarill[oa]s?|naranja|morad[oa]s?|rosa|marr[oó]n(?:es)?|negr[oa]s?|blanc[oa]s?|gris(?:es)?|turquesa|beige',
    language: 'español|castellano|inglés|alemán|francés|italiano|portugués|chino|japonés|ruso|catalán|gallego|euskera',
    length: 'cort[oa]s?|breves?|concis[oa]s?|larg[oa]s?|detallad[oa]s?|extens[oa]s?|con (?:más )?detalle',
    tone: 'formal(?:es)?|informal(?:es)?|cercan[oa]|de tú|de usted|tutear|tutéame|háblame de usted',
    theme: 'modo (?:claro|oscuro)|tema (?:claro|oscuro)|tabuladores|espacios',
    frequency:
      'semanal(?:es|mente)?|quincenal(?:es|mente)?|mensual(?:es|mente)?|trimestral(?:es|mente)?|diari[oa]s?|cada (?:día|semana|mes|quince días|dos \\p{L}+)|todos los (?:días|meses)|todas las semanas|(?:una|dos|tres) ve(?:z|ces) (?:al|a la|por) \\p{L}+',
    drink: 'cafés?|cortados?|descafeinad[oa]s?|té|cervezas?|vino|infusi(?:ón|ones)|agua',
    transport:
      '(?:auto)?bus|metro|tren|bici(?:cleta)?|coche|moto|andando|a pie|caminando|tranvía|taxi|patinete|cercanías',
    person:
      'mujer|marido|pareja|novi[oa]|hij[oa]|madre|mamá|padre|papá|herman[oa]|abuel[oa]|tí[oa]|vecin[oa]|compañer[oa]|yo',
  },
}

export const spanish: Language = {
  code: 'es',
  stopWords: STOP_WORDS,
  wording,
  shape,
  calendar: {
    months: MONTHS.split(' '),
    days: [`(?<!\\p{L})(?:${ORDINALS}) de (?:${MONTHS.replaceAll(' ', '|')})(?!\\p{L})`],
    weekdays: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
    relative: {
      yesterday: String.raw`\bayer\b`,
      'before yesterday': String.raw`\banteayer\b`,
      today: String.raw`\bhoy\b`,
      'last week': String.raw`\bla semana pasada\b`,
      'this week': String.raw`\besta semana\b`,
      'last month': String.raw`\bel mes pasado\b`,
      'this month': String.raw`\beste mes\b`,
      'last year': String.raw`\bel año pasado\b`,
      'this year': String.raw`\beste año\b`,
    },
    ago: String.raw`\bhace (?<amount>\d+|una?|dos|tres|cuatro|cinco|seis) (?<unit>día|semana|mes|año)`,
    numbers: {
      ...{ un: 1, una: 1, dos: 2, tres: 3, cuatro: 4, cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10 },
      ...{ once: 11, doce: 12, quince: 15, veinte: 20, treinta: 30 },
    },
    unitDays: { día: 1, semana: 7, mes: 30, año: 365 },
  },
  asks: {
    when: String.raw`(?<!\p{L})(?:cuándo|qué (?:día|fecha|hora|año|mes)|desde cuándo|cada cuánto)(?!\p{L})`,
    howMany: String.raw`(?<!\p{L})cuánt[oa]s?(?!\p{L})`,
    firstPerson: String.raw`(?<!\p{L})(?:yo|mi|mis|me|mí|conmigo)(?!\p{L})`,
    latest: String.raw`(?<!\p{L})(?:últim[oa]s?|actual(?:mente)?|más reciente|ahora mismo)(?!\p{L})`,
  },
  about: {
    self: {
      asks: String.raw`(?<!\p{L})(?:qui[ée]n soy|c[óo]mo me llamo|(?:cu[áa]l es|di|sabes|recuerdas) mi nombre|qu[ée] (?:sabes|recuerdas|tienes anotado) (?:de|sobre|acerca de) m[íi]|qui[ée]n es (?:el|la) usuari[oa]|a qu[ée] me dedico|en qu[ée] trabajo|cu[áa]l es mi (?:trabajo|profesi[óo]n|oficio|puesto))(?!\p{L})`,
      tells: String.raw`\b(?:[Mm]e llamo|[Mm]i nombre es|[Ss]oy (?=\p{Lu}|(?:el |la |una? )?\p{L}+(?:ist[ao]|er[oa]|dor|dora|tor|tora|gad[oa]|tect[oa]|log[oa]|ógrafo|ógrafa|nte|dente|ent[ea]|fes[oa]r|fesora|m[ée]dic[oa]|ic[oa] (?:de|en)|estudiante|enfermer[oa]|jef[ea])(?!\p{L}))(?!al[ée]rgic|cel[íi]ac|vegan|vegetarian|intolerante|consciente)|[Tt]rabajo (?:como|de|en|por|para)(?!\p{L})|[Dd]oy (?:clases?|\p{Lu})|[Ee]studio (?=\p{L})|(?:[Tt]engo|[Ll]levo) (?:un|una) (?:bar|tienda|restaurante|empresa|negocio|taller)|(?:el |la )?[Uu]suari[oa] (?:es|se llama)(?!\p{L}))`,
    },
    who: {
      asks: String.raw`(?<!\p{L})(?:qui[ée]n(?:es)?)(?!\p{L})`,
      tells: String.raw`(?:(?<!\p{L})l[oa]s? (?:hace|lleva|aprueba|revisa|tiene|gestiona|firma|decide)n? |(?:[Pp]reg[úu]nt\p{L}+|[Pp]íde\p{L}+|[Hh]abla|[Aa]visa\p{L}*|[Dd]udas) (?:a|con) (?:ella|él|(?=\p{Lu}))|(?:responsable|encargad[oa]|jef[ea]|proveedor\p{L}*|contacto)(?: \p{L}+){0,4} es (?=\p{Lu})|(?:revisa|aprueba|sirve|gestiona|lleva) (?=\p{Lu})|\p{Lu}\p{Ll}+ (?:lleva|revisa|aprueba|gestiona|se encarga|se ocupa|coordina|dirige)(?!\p{L}))`,
    },
    title: {
      asks: String.raw`(?<!\p{L})(?:c[óo]mo se (?:llama|titula)\p{L}*|(?:su|el|la) (?:nombre|t[íi]tulo)|qu[ée] (?:libro|novela|pel[íi]cula|canci[óo]n|serie|juego)s?)(?!\p{L})`,
      tells: String.raw`«[^»]{2,60}»|(?:se llama|se titula|titulad[oa]) (?=\p{Lu})`,
    },
  },

  change,
  stance: {
    no: String.raw`(?<!\p{L})(?:no|nunca|jamás|tampoco|sin)(?!\p{L})`,
    order: String.raw`\b(?:siempre|nunca|no|uso|usar|usamos)\b`,
    slots: [
      /(?<slot>vivo en|trabajo en|me llamo) (?<value>[^,.;]+)/iu,
      /(?<!\p{L})(?:mi|nuestr[oa]) (?<slot>\p{L}+) (?:es|se llama) (?<value>[^,.;]+)/iu,
    ],
    replacements: [
      /(?<!\p{L})(?:cambi|migr|pas)\p{L}* de (?<a>[\w.+#-]+) (?:a|à) (?<b>[\w.+#-]+)/iu,
      /(?<b>[\w.+#-]+) (?:en vez de|en lugar de) (?<a>[\w.+#-]+)/iu,
    ],
    moving:
      'señor señora don doña retrasa retrasó aplaza aplazado aplazada aplazamos pospone mueve movido movemos pasa pasado pasamos cambia cambiado cambiamos adelanta ahora nueva nuevo final usamos uso usa tengo tenemos vivo trabajo hago hacemos quiero partir semana mes euros por favor mi mis tu tus su sus empieza comienza puesto',
    inUse: String.raw`\b(?:us(?:o|a|amos|an)|utiliz\w+|es|decid\w+|eleg\w+|quedamos|optamos|vamos con)\b`,
    changed: String.raw`(?<!\p{L})(?:ahora|ya no|a partir de|desde (?:hoy|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)|cambi\p{L}+|pasamos|pasa(?:n|do)?|en vez de|en lugar de|al final|finalmente|aplaz\p{L}+|retras\p{L}+|adelant\p{L}+|ampliad[oa]|amplí\p{L}+|prorrog\p{L}+|nuev[oa]s?|quitad[oa]|quitamos|dejamos|dej[oó]|mud(?:é|ó|o|a|amos|ad[oa]s?|aron|ar(?:me|se|nos)?)|sustitu\p{L}+|reemplaz\p{L}+|resulta|sube|subi\p{L}+|baja|serán|será|fij[oa]|jubil\p{L}+|se ha ido|de momento no|migr\p{L}+|mejor|corrección|que el|desde (?:est[ae]|el|la|hace)|últimamente|recort\p{L}+|reduc\p{L}+|aument\p{L}+|entr[éo] en)(?!\p{L})`,
    rivals: [
      'turnos? rotativos?|turno de (?:noche|mañana|tarde|día)|fij[oa] de (?:mañanas?|tardes?|noches?)|de (?:mañanas|tardes|noches)',
      'jornada completa|media jornada|tiempo completo|medio tiempo|tiempo parcial|autónom[oa]|en paro|jubilad[oa]',
      'solter[oa]|prometid[oa]|casad[oa]|separad[oa]|divorciad[oa]|viud[oa]',
      'vegetarian[oa]|vegan[oa]|como (?:de todo|carne|pescado|pollo|huevos|queso)',
      'en remoto|teletrabaj[oa]|presencial|híbrido|(?:en|a) la oficina|desde casa',
    ],
    others:
      'mujer|marido|pareja|novi[oa]|hij[oa]|madre|padre|herman[oa]|prim[oa]|cuñad[oa]|compañer[oa]|amig[oa]|él|ella',
    over: String.raw`(?<!\p{L})(?:(?:me|nos) (?:ha|han) fallado|se ha (?:caído|mudado)|se cayó|(?:me|nos) (?:falló|fallaron)|se (?:marcha|va|jubila)|ha cerrado|ya no|borrad[oa] del?|desapuntad[oa]|cambi\p{L}+ [^,.]{1,25} por|lo deja|en vez de|en lugar de|dej(?:o|é|ó|a|amos|ado|aron)(?! claro)|quit(?:ad[oa]|amos|é|o|ó)|cancel(?:ad[oa]|é|amos|aron|ó|o)|anul\p{L}+|jubilad[oa]|se fue|se ha ido|cambiamos de|vend(?:í|id[oa]|imos|ió|o)|regal(?:é|ad[oa]|amos|o|ó)|se l[oa]s? (?:qued|di|llev|ha)\p{L}*|termin(?:ad[oa]|é|ó|amos)|acab(?:ad[oa]|é|ó|amos)(?! de)|se acabó|romp(?:í|imos|ió)|rot[oa]|cort(?:é|ado) con|cerr(?:ó|ad[oa]|aron)|fuera|no (?:en|es|son|a|al|el|la) [^,.]{1,30} sino|nada de|de baja|perd(?:í|id[oa])|murió|abandon\p{L}+|devuelt[oa]|devolv\p{L}+|suspendid[oa]|hart[oa] de|no (?:voy|vamos) (?:más|a ir))(?!\p{L})`,
  },
  hello: 'hola|buenas|buenos días|buenas tardes',
  labels: {
    preference: 'preferencias?',
    decision: 'decisi[oó]n(?:es)?|decidido',
    lesson: 'lecci(?:ó|o)n(?:es)?',
    fact: 'hechos?|datos?',
  },
  smallWords: `yo tú él ella nosotros mi mis tu tus su sus nuestro nuestra el la los las un una unos unas y o de del al en
con por para que no es son soy está están tengo tiene vivo trabajo prefiero usa usar hoy siempre nunca ya muy
más pero como cuando se me te le lo nos desde hasta sin sobre este esta`,
  quietWords: 'mi mis tu tus su sus nuestro nuestra tengo tiene soy está están puedo puede ahora',
  page: pageOf('Memoria', ['Preferencias', 'Datos', 'Decisiones', 'Lecciones'], {
    until: 'hasta el @link',
    more: 'Más en @folder',
    asOf: 'al @day',
    past: 'Pasado',
    saidTo: 'en respuesta a',
  }),
  kept: {
    filler: String.raw`(?:gracias|perfecto|genial|perdona|perdón|una cosa más)[,.:!]+\s*`,
    closer: String.raw`(?:,? (?:por favor|porfa|gracias|vale|jaja|en su lugar))+(?=[.!]*$)`,
    now: String.raw`(?<!\p{L})(?:(?<!de |desde |hasta |por )ahora(?! en adelante)|ahora mismo|actualmente|hoy|ayer|anoche|últimamente|recientemente|de momento|por ahora|por el momento|hoy en día|pronto|(?<!la |cada |esta |por |de )mañana(?! por)|pasado mañana|est[ea] (?:semana|mes|trimestre|año|curso|verano|invierno|lunes|martes|miércoles|jueves|viernes|sábado|domingo)|(?:la|el) próxim[oa] \p{L}+|(?:la semana|el mes|el año|el \p{L}+) que viene|(?:la semana|el mes|el año) pasad[oa])(?!\p{L})`,
    reach: {
      day: String.raw`(?<!\p{L})(?:hoy|pasado mañana)(?!\p{L})`,
      week: String.raw`(?<!\p{L})(?:esta semana|la próxima semana|la semana que viene|(?:este|el próximo) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|el (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) que viene)(?!\p{L})`,
      month: String.raw`(?<!\p{L})(?:este mes|el próximo mes|el mes que viene)(?!\p{L})`,
    },
    stays: String.raw`(?<!\p{L})(?:cumpleaños|cumple|aniversario|festivo|nac[ií]\p{L}*|cada|todos los|anual(?:mente)?|desde|a partir|empieza|empiezo|comienza|abre|fue|era|caduca)(?!\p{L})`,
    ends: String.raw`(?<!\p{L})(?:hasta|termina|acaba|de vacaciones|de baja|fuera)(?!\p{L})`,
    demands: String.raw`(?<!\p{L})(?:hay que|tienen? que|deben?|no se puede|prohibid[oa]s?|obligatori[oa]s?|siempre|nunca|jamás|necesitan? (?:la )?(?:aprobación|firma))(?!\p{L})|^(?:por favor,? )?(?:pregunta|usa|avisa|escribe|responde|no uses) `,
    atPresent: String.raw`(?<!\p{L})(?:actualmente|hoy en día|por ahora|de momento)(?!\p{L})`,
  },
  letter: { greeting: 'hola|querid[oa]|estimad[oa]', signOff: 'saludos(?: cordiales)?|un saludo|atentamente' },
  related: RELATED,
}

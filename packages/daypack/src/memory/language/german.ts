import type { Changes, Language, Shape, Wording } from './language.ts'
import { either, opening, pageOf, words } from './tables.ts'

const PLEASE = 'bitte|und|auch|hallo|also'
const KIN =
  '(?:Frau|Mann|Partner(?:in)?|Freund(?:in)?|Sohn|Tochter|Mutter|Vater|Bruder|Schwester|Kind(?:er)?|Familie|Chef(?:in)?|Kolleg(?:e|in)|Hund|Katze)'

const wording: Wording = {
  decision: either(
    words(
      '(?:wir|ich) haben? (?:uns |mich )?[^.!?]{0,60}(?:entschieden|beschlossen|geeinigt)',
      'haben wir (?:uns )?[^.!?]{0,60}(?:entschieden|beschlossen|geeinigt)',
      'wir (?:wechseln|migrieren|steigen) (?:von|auf|zu|um)',
      'wir (?:bleiben bei|nehmen (?!an)) ?\\p{L}+',
      'lass(?:t)? uns [^.!?]{1,60}(?:verwenden|nehmen|benutzen|nutzen|umsteigen|wechseln)',
    ),
    words(
      '(?:wir|ich) (?:setzen?|bauen?) (?:jetzt |künftig )?auf',
      '(?:wir|ich) (?:haben|habe) [^.!?]{1,40}(?:gewählt|ausgewählt|genommen)',
      '(?:es|die Wahl) (?:wird|fiel auf|fällt auf) \\p{L}+',
      '\\S+ (?:wird|haben wir|ersetzen wir) (?:durch|mit) \\S+ (?:abgelöst|ersetzt)',
      '(?:durch|mit) \\S+ (?:abgelöst|ersetzt)',
      '(?:ist|wurde) (?:so )?(?:beschlossen|entschieden)',
      'die Entscheidung ist gefallen',
      '(?:wir|ich) (?:steigen?|ziehen?|wechseln?|gehen?) (?:auf|zu) \\S+ (?:um|über)?',
    ),
  ),
  preference: either(
    either(
      words(
        '(?:ich|wir) (?:bevorzugen?|mag|mögen|lieben?|hassen?)(?! (?:das|die idee|deine|diese|dieses|es))',
        '(?:ich|wir) \\p{L}+ (?:lieber|am liebsten)',
        '(?:ich|wir) \\p{L}+ (?:immer|nie|niemals|stets|grundsätzlich) \\p{L}+',
        'meine? Lieblings\\p{L}+',
        'ab (?:jetzt|sofort)',
        'von nun an',
        'in Zukunft',
        'künftig',
        '(?:antworte|schreibe?|verwende|benutze|nutze|nimm) (?:bitte )?(?:immer|nie|niemals|stets)',
      ),
      opening(PLEASE, '(?:immer|nie|niemals|stets)\\s'),
    ),
    words(
      '[\\p{L}-]+ bitte (?:immer |nur )?(?:auf|ohne|mit|in|als) [\\p{L}-]+',
      '(?:ich|wir) (?:will|möchte|wollen|möchten) keine?n? \\p{L}+',
      '(?:antworte|schreibe?|kommentiere|formuliere) (?:bitte )?(?:alles |immer )?auf (?:Deutsch|Englisch|Französisch|Spanisch)',
    ),
    /^keine? \p{L}+ (?:in|im|bei|mit)\s/iu,
    /^\p{Lu}[\p{L}-]+ (?:mit|in|auf|als|ohne) [^,.]{2,40}, nicht /u,
    words(
      '(?:erklär|schreib|antworte?|formulier)\\p{L}* (?:mir )?(?:alles|immer|stets) [\\p{L}]+',
      '(?:einfache|klare|formelle|lockere)[rn]? (?:Sprache|Ton|Stil)',
    ),
  ),
  fact: either(
    either(
      words(
        'ich (?:heiße|heisse) \\p{L}+',
        'mein Name ist',
        'ich (?:wohne|lebe) in',
        'ich arbeite (?:bei|in|als|für) \\p{L}+',
        'ich komme aus',
        'ich bin (?:allergisch|vegetarier(?:in)?|veganer(?:in)?|vegan|\\d+ Jahre)',
        "ich hab(?:e)? (?:'?ne?n?|eine?n?|zwei|drei|vier|\\d+) (?!Problem|Frage|Idee|Fehler|paar|bisschen|Verdacht|Bug)\\p{L}+(?! (?:gefunden|gemacht|versucht|gesehen|bekommen))",
        'unsere?r? (?!Problem|Frage|Idee|Ziel|Fehler)\\p{L}+ (?:ist|heißt|läuft|liegt|nutzt|verwendet)',
        'meine? (?!Problem|Frage|Idee|Fehler|Code|Meinung|Vermutung|Ziel)\\p{L}+ (?:ist|heißt|wohnt|arbeitet)',
        '(?:das|dieses|der) (?:Projekt|Repo|Repository|Team|System|Server|Dienst) (?:nutzt|verwendet|läuft|heißt)',
        'wir (?:nutzen|verwenden|benutzen|hosten) \\p{L}+',
      ),
      opening(PLEASE, '(?:merke? dir|denke? daran|vergiss nicht|notiere?)(?: bitte| das)?(?:, dass\\s| dass\\s|:)'),
    ),
    words(
      `meine? ${KIN}(?: \\p{L}+)? (?:ist|sind|isst|hat|kann|mag|lebt|wohnt|arbeitet|verträgt|heißt|hasst|liebt|wird)`,
      'ich (?:leite|führe|betreibe|studiere|unterrichte|manage) \\p{L}+',
      '(?:bin|ist|sind) (?:\\p{L}+)?(?:intolerant|allergisch|diabetiker(?:in)?|vegetarisch|vegan)',
      '\\p{L}*(?:allergie|unverträglichkeit|intoleranz)',
      '(?:ich|wir) (?:esse|essen|vertrage|vertragen|trinke|trinken) (?:keine?n?|nie)',
    ),
    words(
      '(?:die|das|der|unsere?) (?:Datenbank|Backend|Frontend|Server|API|App|Website|Repo|Dienst|Pipeline|Cluster) (?:läuft (?:auf|in|unter)|ist in|nutzt|verwendet|liegt|basiert|heißt)',
      '(?:Ansprechpartner(?:in)?|zuständig|verantwortlich)[^.!?]{0,30} (?:ist|sind|für)',
    ),
  ),
  named:
    /(?:macht|unterschreibt|genehmigt|prüft|betreut) (?:nur )?(?:Frau|Herr) \p{Lu}|(?:ist|sind) (?:(?:Frau|Herr) )?\p{Lu}\p{Ll}+ (?:zuständig|verantwortlich)|(?<!\p{L})[Ii]ch bin (?:(?:der|die) )?\p{Lu}\p{Ll}+(?:[,.!]|\s(?:und|aus|bei|von|in)\s|$)|^(?:[Bb]itte )?(?:[Ff]rag|[Ff]rage|[Ii]nformiere|[Kk]ontaktiere|[Ss]prich mit|[Mm]elde dich bei|[Ww]ende dich an) (?:bitte )?\p{Lu}\p{Ll}+|^\p{Lu}\p{L}+ (?:macht|machen|prüft|genehmigt|verantwortet|betreut|übernimmt|kümmert sich|organisiert|koordiniert|leitet|bekommt|gehen an|geht an|laufen über|läuft über) (?:nur )?(?:um |die |das |den |über )?(?:(?:Frau|Herr|Dr\.|Prof\.) )?\p{Lu}\p{L}+|(?:zuständig|verantwortlich|Ansprechpartner(?:in)?)[^.!?]{0,40}(?:ist|sind) (?:(?:Frau|Herr|Dr\.|Prof\.) )?\p{Lu}/u,
  refers: /stattdessen|(?:das|den|die) (?:erste|zweite|dritte|andere|letzte)n?[.!]?$/iu,
  question: opening(
    'und|aber',
    '(?:was|wie|wann|wo|wer|wen|welche[rsnm]?|warum|wieso|kannst du|könntest du|soll ich|sollen wir|ist das|gibt es)\\s',
  ),
  fragment: opening(
    'aber|und',
    '(?:stell dir vor|angenommen,?|nehmen wir an,?|wenn|falls|sobald|zum Beispiel|z\\. ?B\\.|statt|es sei denn)\\s',
  ),
  leadIn: opening(PLEASE, '(?:merke? dir|notiere?|vergiss nicht)(?: bitte| das)?:\\s+'),
  habit: words(
    'immer',
    'nie',
    'niemals',
    'stets',
    'grundsätzlich',
    'bevorzugen?',
    'mag',
    'mögen',
    'lieben?',
    'hassen?',
    'lieber',
    'am liebsten',
    'Lieblings\\p{L}+',
    'ab (?:jetzt|sofort)',
    'von nun an',
    'in Zukunft',
    'künftig',
    'jede[rsnm]?',
    'alle',
  ),
  atHand: words('diese[rsnm]?', 'jene[rsnm]?', 'die da', 'das da', 'es'),
  moved: words(
    '(?:auf|bis)(?: den| zum)? [^!?]{1,40}(?:verschoben|verlegt|verlängert|vorgezogen|geändert|gelegt|legen|verschieben|verlegen|umgebucht|gerückt)',
    '(?:verschiebt|verlängert|ändert) sich (?:auf|bis)',
    '(?:verschieben|verlegen) [^!?]{1,40} auf',
    'ist jetzt',
  ),
  due: words('Abgabe(?:termin)?', 'Frist', 'Deadline', 'fällig', 'Liefertermin', 'fertig(?: sein| werden)?'),
  scheduled: words(
    '\\p{L}*(?:start|termin)',
    'Veröffentlichung',
    'Release',
    'Launch',
    'Prüfung',
    'Hochzeit',
    'Geburtstag',
    'Eröffnung',
    'Urlaub',
    'Umzug',
    'beginnt',
  ),
  onDay:
    /(?<!\p{L})(?:ist|sind|findet|fällt|war geplant)(?: jetzt| nun| erst)?(?: am| auf den| für den| der| den)? ?@/iu,
  momentary: words(
    'heute',
    'gerade',
    'vorerst',
    'diesmal',
    'gestern',
    'morgen',
    'momentan',
    'zurzeit',
    'vorübergehend',
    'diese Woche',
  ),
}

const THINGS =
  '(?:Prod(?:uktion)?|Staging|\\p{L}*[Ss]erver|Datenbank|Port|Branch|Repo(?:sitory)?|Warteschlange|Cache|Deployments?|Releases?|Builds?|Pipeline|Backups?|Logs?|Alarme|Tickets?|Reviews?|Rechnungen|Zahlungen|Bestellungen|Lieferungen|Meetings?|Besprechung|Büro|Budget|Miete|Schicht|Unterricht|Schule|Passwort|Schlüssel|Konfiguration|Schema|API|Domain|Konto|Lizenz|Team|Firma|App|Website|Dienst|Frontend|Backend|Tests?|Datumsangaben|Zahlen|Preise|Überschriften|Mails?|Briefe|Berichte|Rezepte|Spenden|Einladungen|Texte|Commits|Kommentare|Namen|Antworten|Terraform|Testserver|Sprechstunde|Praxis|Verein|Laden|Urlaubsanträge|Freigaben|Verträge|Doku(?:mentation)?|Dateien|Unterlagen)'

const shape: Shape = {
  past: "(?<!\\p{L})(?:war|waren|hatte|hatten|gab|ging|kam|wurde|saß|(?:hab|habe|haben|hat|bin|ist|sind) (?:[\\p{L}\\d'’-]+ )*?(?:\\p{L}*ge\\p{L}{2,}(?:t|en)|\\p{L}+iert|(?:ver|be|ent|er)\\p{L}{2,}(?:t|en)))(?!\\p{L})",
  whenever:
    '(?<!\\p{L})(?:(?:immer )?wenn (?:du|sie|ich) (?:mir |mich |dich |dir |ihnen |was |etwas |texte |mails? |code )*(?:[\\p{L}]+ ){0,4}?(?:schreib|antwort|erklär|frag|vorschläg|schick|empfiehl|nenn|mach)\\p{L}*|jedes mal|sooft|bei (?:allem|allen|meinen|unseren) \\p{L}+)(?!\\p{L})',
  stated:
    '^(?:(?:der|die|das|den|dem|mein\\p{L}*|unser\\p{L}*|alle|jede\\p{L}?) )?(?:[\\p{L}\\d-]+ ){1,4}?(?:ist|sind|hat|haben|wird|werden|geht|kommt|läuft|liegt|steht|macht|muss|darf|kann|heißt|gilt|bleibt|kostet|braucht|fängt|findet|zahlt|übernimmt|wohnt|arbeitet|isst|nimmt|fährt|trifft|(?:be|ver)\\p{L}{3,}t) ',
  notes:
    '^(?:(?:ok(?:ay)?|gut|alles klar|klar|gerne?|super|prima|in ordnung|danke|ah|verstehe)[,.! ]+)*(?:notiert|verstanden|gemerkt|merke? ich|ist notiert|vermerkt|hab(?:e)? ich (?:notiert|vermerkt|gespeichert)|ich merke|ich (?:werde|schreibe|nehme|verwende|halte|achte)|wird gemacht|mach(?:e)? ich|geändert|aktualisiert|angepasst|glückwunsch|herzlichen glückwunsch|alles klar|in ordnung|weiß ich bescheid|künftig|ab jetzt|dann)(?!\\p{L})|^alles klar[,.]',
  greets:
    '^(?:(?:hallo|hi|hey|moin(?: moin)?|servus|grüß gott|grüezi|guten (?:morgen|tag|abend)|danke(?: schön| dir| ihnen| sehr)?|vielen dank|super|perfekt|prima|ok(?:ay)?|passt|gut|alles klar|ja|nein|genau|tschüss|ciao|bis (?:dann|später|bald)|erledigt|fertig|geschafft|zusammen|nochmal)[,.! ]*)+$',
  same: '(?<!\\p{L})(?:bleib(?:t|en)|gleich|unverändert|dieselben?|derselbe|dasselbe|wie (?:gehabt|bisher|vorher)|ändert sich nicht|ändert sich nichts)(?!\\p{L})',
  asking:
    '(?<!\\p{L})(?:wie(?! (?:gehabt|immer|bisher|vorher|geplant|gewohnt|früher|gesagt|vereinbart))|was|warum|wieso|weshalb|welche[rsnm]?|wo(?:mit|für|her|hin|ran|rauf)?|wann|wer|wem|kannst|könntest|können sie|könnten sie|wie ?viele?|weißt du|wissen sie|haben sie|hast du|hättest du|gibt es|gibts|kennst du|kennen sie|frage)(?!\\p{L})',
  orders:
    '^(?:(?:ok(?:ay)?|jetzt|dann|bitte|und|so|also|nun|hallo|hi|moin|danke|na gut|noch)[, ]+)*(?:gib|schreib\\p{L}*|mach\\p{L}*|zeig\\p{L}*|nenn\\p{L}*|liste?|erklär\\p{L}*|übersetz\\p{L}*|fass\\p{L}*|formulier\\p{L}*|such\\p{L}*|erstell\\p{L}*|hilf|helfen|sag|prüf\\p{L}*|füg\\p{L}*|ergänz\\p{L}*|sortier\\p{L}*|rechne|berechne|vergleich\\p{L}*|plan\\p{L}*|kürz\\p{L}*|änder\\p{L}*|bau|stell|setz\\p{L}*|lösch\\p{L}*|benenn\\p{L}*|entwirf|empfiehl|empfehl\\p{L}*|schlag|korrigier\\p{L}*|bastel|mal|zieh|bring|pack|wandle?|dichte?|überarbeit\\p{L}*|geben sie|nennen sie|schreiben sie|machen sie) |^(?:(?:ich|wir) )?(?:bräuchten?|brauch(?:e|en|t)?|suchen?|such|hätten?|möchten?|will|wollen) (?:ich |wir |mal |noch |gern(?:e)? |jetzt |dringend |bitte )*(?:eine?[nrms]? |was |ein paar |die |den |das |drei |zwei |fünf |zehn |\\d)|^\\p{L}+ (?:bräuchten?|brauche?n?|hätten?) (?:ich|wir)(?!\\p{L})',
  you: '(?<!\\p{L})(?:du|dir|dich|dein\\p{L}*|ihnen|sie bitte|euch)(?!\\p{L})',
  once: '(?<!\\p{L})(?:(?:nur|bloß|einfach) (?:heute|diesmal|dieses mal|jetzt|morgen|einmal|für (?:heute|morgen|diese[nmrs]?|den|die|das)|dies(?:es|en|er|e)?)(?!\\p{L})|(?:heute|diesmal|morgen|diese woche) (?:nur|ausnahmsweise|mal)|ausnahmsweise|dieses eine mal|einmalig|als ausnahme)(?!\\p{L})',
  self: '^(?:(?:hallo(?: zusammen)?|hi|guten tag|guten morgen|moin|also|übrigens|außerdem|kurz vorab)[,!.:]? )?(?:und |auch )?(?:(?:ich|wir) (?!(?:mag|mögen|liebe|hasse|glaube|denke|finde|meine|weiß|wissen|verstehe|sehe|sehen|hab|habs|habe|haben|hatte|hatten|bin|sind|war|waren|will|wollen|möchte|möchten|kann|können|könnte|muss|müssen|soll|sollen|sollten|würde|würden|brauche|brauchen|hoffe|hoffen|versuche|probiere|teste|schaue|schau|frage|mache (?:das|es|mal|gleich|weiter)|gehe|gehen|starte|ändere|lösche|prüfe|sehe|bekomme|bekommen|kriege|melde|nehme an|nehmen an|dachte|wollte|konnte|musste)(?!\\p{L}))\\p{L}+|(?:ich|wir) (?:bin|sind) (?!nicht|mir|gerade|jetzt|noch|schon|fertig|froh|gespannt|unsicher|dabei|der meinung|auf|am|so|da(?!\\p{L})|zufrieden|verwirrt)\\p{L}+|mach(?:e)? (?:ne?|eine) (?:ausbildung|lehre|umschulung)|(?:bin|wohne|arbeite|studiere|lerne|spiele|fahre|nehme|esse|trinke|leite|unterrichte|vertrage|zahle|verdiene|heiße) (?!das|es|den|die|mal|jetzt|schon|gerade|grad|eine? frage|ein problem)|(?:montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags) (?:haben|ist|sind|habe|bin|arbeite|arbeiten))',
  recurring:
    '(?<!\\p{L})(?:jede[nrs]? (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|woche|monat|morgen|abend|tag|jahr)|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|wöchentlich|monatlich)(?!\\p{L})',
  thing: `(?:^|[,;] (?:und )?)(?:(?:der|die|das|unsere?|meine?|alle) )?(?:[\\p{L}-]+ ){0,1}${THINGS}(?: (?!der|die|das)[\\p{L}-]+){0,3}? (?:ist|sind|lauscht|läuft|laufen|liegt|liegen|hört|heißt|nutzt|braucht|brauchen|hat|haben|kostet|beginnt|endet|öffnet|schließt|wird|werden|kommt|kommen|geht|gehen|steht|stehen|macht|machen|verbuchen|buchen|bleibt|bleiben)(?!\\p{L})`,
  rule: `^(?:kein(?:e[nrsm]?)?|ohne|nur) (?!problem|ahnung|idee|fehler|sorge|plan)[\\p{L}-]+[^.!?]{0,40}[.!]?$|^[\\p{Lu}][\\p{L}-]+ (?:bitte )?(?:nur|immer|stets|niemals|nie) [^.!?]{2,40}[.!]?$|^[\\p{Lu}][\\p{L}-]+(?: bitte)? (?:in|auf|als) (?:Deutsch|Englisch|Französisch|Spanisch|Markdown|JSON|YAML|Großbuchstaben|\\p{L}+_\\p{L}+|\\p{L}+[Cc]ase)[.!]?$|^antworte\\p{L}* (?:bitte |mir )?(?:kurz|knapp|ausführlich|auf|in|ohne)|^bitte (?:siezen|duzen|keine?n?|nur|ohne|nicht mehr) |kein\\p{L}* [\\p{L}-]+,? sondern |mindestens \\d|(?:schreib|antworte|formulier|erklär)\\p{L}* [^.!?]{0,40}(?:immer|stets|nur|per|ohne|nie)|nenn\\p{L}* mich `,
  passing:
    '(?<!\\p{L})(?:wieder|nochmal|noch mal|fehler|fehlschl\\p{L}*|kaputt|bug|problem|abgestürzt|hängt|falsch|komisch|seltsam|danke|sorry|super|prima|klingt|sieht|scheint|vielleicht|wahrscheinlich|später|gleich|moment|mal(?! die)|weiter|rot|warum)(?!\\p{L})',
  mood: '(?:ich (?:fühle?|hoffe|wünsche?|glaube|freue|fand|finde(?! (?:die|den|das) \\p{L}+ im))|hoffentlich|mir (?:geht|ging)|ich bin (?:so |sehr |echt |gerade |ein bisschen |etwas )*(?:glücklich|froh|traurig|müde|nervös|gestresst|aufgeregt|enttäuscht)|meine laune|natürlich|gerne|kein problem|freut mich)(?!\\p{L})',
  agrees: '(?:ja|genau|stimmt|klar|richtig|natürlich)(?!\\p{L})',
  request:
    "^(?:und )?(?:welche[rsnm]?|wie viele?|was|wieso|warum|womit|wo|wie) |^(?:die|das|den|der|eine?[nrsm]?|noch|zwei|drei|vier|fünf|sechs|acht|zehn|\\d+) [^,]*(?<!\\p{L})bitte(?!\\p{L})(?! (?:immer |nur )?(?:auf|ohne|mit|in|als) )|^\\p{L}+ (?:[^,]*(?<!\\p{L}))?bitte (?:noch )?(?:eine?n?|die|das|den|zwei|drei|vier|fünf|\\d+) |^(?:erster?s?|nächster?s?|letzter?s?) (?:satz|zeile|absatz|entwurf)|^(?:ich|wir) (?:brauche?n?|suche?n?) eine?n? (?!neue)|^(?:ergänze?|füge?|benenne?|übersetze?|kürze?|formuliere?|überarbeite?|korrigiere?) \\S|^(?:mach|schreib|fass|formulier)e?(?: es|s| das|['’]s| ihn| sie)(?!\\p{L})",
  hearsay:
    '^laut (?:meine[mr]|unsere[mr]|de[mr]|\\p{Lu}\\p{L}+)(?!\\p{L})|(?<!\\p{L})hat (?:mir|uns) [^.]{2,40}(?:geraten|empfohlen)|^(?!(?:ich|wir|du|es|das|man)(?!\\p{L})|(?:(?:meine?|die|der|unsere?) )?(?:\\p{L}*ärztin|\\p{L}*arzt|anwalt|anwältin|vermieter(?:in)?|steuerberater(?:in)?|physio\\p{L}*)(?!\\p{L}))(?:[\\p{L}-]+ ){1,4}?(?:finde[tn](?!.* statt)|meint|meinte|meinen|glaubt|glauben|denkt|behauptet|schwört|schwören|schwärmt|schwärmen|sagt|sagte|sagen|rät|hält [^.]* für)(?!\\p{L})(?: (?:mir|uns)(?!\\p{L}))?',
  must: '(?<!\\p{L})(?:muss|müssen|darf|dürfen|verboten|pflicht|kein(?:e[nrsm]?)?|nie|niemals|immer|nur)(?!\\p{L})',
  announces:
    '(?<!\\p{L})(?:merke? dir|denke? daran|regeln?|vorgaben|konventionen|richtlinien|gilt|gelten|beachte?|für (?:das|dieses|unser) (?:projekt|repo|team)|unser (?:setup|stack)|über mich)(?!\\p{L})',
  moment:
    '(?<!\\p{L})(?:in (?:\\p{L}+|\\d+) minuten|akku|(?:am flughafen|im zug|im bus|in der bahn|im wartezimmer|im stau)|macht mich (?:fertig|wahnsinnig|verrückt)|raucht (?:mir )?der kopf|mir raucht|bin wieder da|keine ahnung|anscheinend|hätte?n? (?:so |echt |auch )?gern|immer noch|(?:der|die|das|den|dem) (?:erste|zweite|dritte|vierte|letzte|nächste)n? (?:absatz|satz|zeile|wort|titel|spalte|beispiel|version|name|überschrift|rezept|entwurf|idee|bild)|geschlafen|verbrannt|(?:denk|denke) (?:grad |gerade )?über|überlege?n?|hänge? [^,]*fest|wird knapp|glaub,? ich|hunger|durst|kopfschmerzen|kopfweh|platt|k\\.? ?o\\.?|fix und fertig|muskelkater|verspätung|bin gleich (?:wieder )?da|geht nicht|klappt nicht|hab(?:e)? (?:ich )?(?:schon )?(?:probiert|versucht)|kalt geworden|schlägt fehl|(?:ist|sind|war|wirkt)(?: mir| uns)? (?:viel |etwas |ein bisschen |irgendwie )?zu (?:lang|kurz|groß|klein|laut|steif|trocken|hart|lasch|förmlich)|seit (?:\\p{L}+ |\\d+ )?(?:stunden?|minuten)|schon (?:\\p{L}+ |\\d+ )?(?:stunden?|minuten))(?!\\p{L})',
  setting:
    '^(?:ich|wir) (?:\\p{L}+ (?:gerade|grad)(?!\\p{L})|(?:schreibe?n?|backe?n?|koche?n?|baue?n?|plane?n?|bastle|suche?n?|versuche?n?) (?:gerade |grad )?eine?n?(?!\\p{L}))',
  given:
    '(?:eine |noch eine |mal eine )?(?:kurze |kleine |schnelle |blöde )?frage|(?:bitte )?(?:übersetze?|korrigiere?|kürze?|formuliere?|überarbeite?|fasse?)|hier (?:ist|kommt|die|der|das)(?! mein| unser)|(?:er|sie|[^.:\\n]{2,30}) (?:schreibt|schrieb|hat (?:mir |uns )?(?:geschrieben|geschickt))',
  happened:
    '(?<!\\p{L})(?:mir|uns) (?:ist|sind) .*(?<!\\p{L})\\p{L}*ge\\p{L}+(?:en|t)$|^(?:wir|ich) (?:haben|habe|hab) (?:gerade|grad|eben|heute)(?!\\p{L})',
  opener:
    '(?:hallo(?: zusammen)?|hi|hey|guten (?:tag|morgen|abend)|moin|servus|(?:also|übrigens|außerdem)(?! \\p{L}+ (?:ich|wir|du|er|sie|es|man|der|die|das|mein|unser)(?!\\p{L}))|und|aber|ach(?: (?:ja|so|übrigens))?|ok(?:ay)?|ja|kurzer? (?:hinweis|info|update|nachtrag)|(?:nur )?(?:so )?(?:zur info|zur kenntnis)|damit du es weißt|bevor ich es vergesse|kurz (?:vorab|zur einordnung|zum kontext)|zur info|zum kontext|kontext|setup|update|nachtrag|noch was|für die|btw|ps)(?:[,.:!]+\\s*|\\s+)',
  task: '(?:mach\\p{L}*|schlag|empfiehl|nenn(?:e|t)?|plane?|organisier\\p{L}*|schreib\\p{L}*|nimm|nehmen sie|zeig\\p{L}*|gib\\p{L}*|füg\\p{L}*|änder\\p{L}*|kürz\\p{L}*|kann(?:st)?|können|könnt\\p{L}*|würd\\p{L}*|bitte|fix|lass|such\\p{L}*|übersetz\\p{L}*|erklär\\p{L}*|fass|prüf\\p{L}*|schau|guck|hilf|helfen|stell|setz\\p{L}*|lösch\\p{L}*|entfern\\p{L}*|benenn\\p{L}*|erstell\\p{L}*|bau|teste?|starte?|führ|probier\\p{L}*|verwende?|nutze|benutze?|antworte?|formulier\\p{L}*|sag|rechne|vergleich\\p{L}*|das(?! \\p{Lu}\\p{L}+ (?:heißt|ist|läuft|liegt|steht|kostet|hat|geht|beginnt|findet))|dies\\p{L}*|so|da|hier|super|danke|passt|hm+|gut|schön|perfekt|nein|nee|sieht|klingt|mist|oh|naja|stimmt|genau|richtig|falsch|besser|toll|prima|klasse|was|wie|wann|wo|wer|warum|wieso|welche\\p{L}*|ist|sind|hat|gibt|geht|es|sie|er|du|man|wenn|falls|weil|vielleicht|noch|jetzt (?:nur|noch|bitte)|nur noch|nochmal|zuerst|dann|danach|weiter|fertig|(?:ich|wir) (?:such(?:en?)?|hätten?|glaube?n?|denken?|finden?|meinen?|weiß|wissen|verstehe?n?|sehen?|hoffen?|versuchen?|schlaf|schaue?n?|frage?n?|möchten?|will|wollen|kann|können|könnte|muss|müssen|soll(?:te)?n?|würden?|brauchen?|brauch|gehe?n?|geh|probieren?|testen?|bekommen?|kriegen?|melden?|dachte|wollte|konnte|musste|hatte|habe? (?:das|es|den|die|mal|jetzt|schon|gerade|keine ahnung)))(?![\\p{L}:])',
  standing:
    '(?<!\\p{L})(?:immer|nie|niemals|stets|jede[rsnm]?|alle[sn]?|überall|nur|höchstens|maximal|mindestens|ab (?:jetzt|sofort)|künftig|grundsätzlich|kein(?:e[nrsm]?)?|ohne|statt|durchgehend|kurze sätze|ton|stil)(?!\\p{L})',
  own: '(?<!\\p{L})(?:ich|wir|mein\\p{L}*|unser\\p{L}*|uns|mir|mich|bin)(?!\\p{L})',
  went: '(?<!\\p{L})(?:gestern|vorhin|letzte (?:woche|nacht)|neulich|damals|eben|bereits|schon)(?!\\p{L})',
  muses:
    '(?<!\\p{L})(?:fühl\\p{L}*|glücklich|traurig|müde|einsam|gestresst|nervös|besorgt|hoffe|wünsche?|dankbar|sollte\\p{L}*|könnte\\p{L}*|müsste\\p{L}*|würde\\p{L}*|vielleicht|vermutlich|eigentlich|wohl|glaube?|denke?|dachten?|besser|ergibt sinn|macht sinn|angenommen)(?!\\p{L})',
  says: '^(?:der |die |das |mein\\p{L}* |unser\\p{L}* )?[\\p{L}-]+ (?:mag|hasst|will|möchte|braucht|bevorzugt|besteht|heißt|is|ist) (?!gut|schlecht|falsch|kaputt|rot|leer|voll|weg|da|fertig|zu|so|nicht|schon|noch|jetzt|wieder|super|ok|besser|das|es|hier)',
  follows: '^(?:er|sie)(?!\\p{L})|(?<!\\p{L})(?:seine[nrsm]?|sein(?= \\p{L})|ihm|ihn)(?!\\p{L})',
}

const STOP_WORDS = `der das und den dem ein eine einer eines einem einen ist sind nicht mit von zu zum zur auf für auch im wie wer wann wo
warum welche welcher welches wurde wurden werden wird sich bei nach aus oder über`

const MONTHS =
  'jan(?:uar)? feb(?:ruar)? märz apr(?:il)? mai juni juli aug(?:ust)? sept?(?:ember)? okt(?:ober)? nov(?:ember)? dez(?:ember)?'

const RELATED = `
database: datenbank datenbanken
backend: backend server
testing: test tests testserver prüfung
deploy: deployment deployen veröffentlichung veröffentlichungen release freigabe freigaben ausrollen bereitstellen
hosting: hosting gehostet server anbieter läuft
queue: warteschlange aufgaben
login: anmeldung login
build: build builds bauen automatisieren pipeline ci
performance: leistung geschwindigkeit langsam schnell
error: fehler problem störung absturz
fix: beheben reparieren lösen
choice: entscheidung entschieden auswahl wählen
replace: ersetzen ersetzt wechsel wechseln umgestiegen ablösen abgelöst
tool: werkzeug programm software
preference: bevorzuge vorliebe lieber mag
config: einstellung einstellungen konfiguration
document: dokument dokumentation doku unterlagen
repository: repository repo
review: review reviews prüfen prüft überprüfen begutachten code-review
approval: genehmigen genehmigt genehmigung freigabe freigaben freigeben zustimmung erlaubnis
charge: zuständig verantwortlich kümmert betreut ansprechpartner leitet
meeting: besprechung treffen teamtreffen sitzung versammlung
deadline: frist abgabe abgabetermin einreichen fällig
budget: budget kosten preis ausgaben
pay: bezahlen zahlen zahlung zahlungsziel rechnung rechnungen konto
charge-for: kosten kostet verlangen berechnen preis
travel-fee: anfahrt fahrt anreise
donation: spende spenden
supplier: lieferant liefern lieferung lieferscheine lieferpapiere
customer: kunde kunden kundin patient patienten
team: team kollege kollegin kollegen mitarbeiter angestellte
boss: chef chefin vorgesetzte vorgesetzter leiter leiterin
secret: passwort kennwort
key: schlüssel
backup: backup sicherung sicherungskopie sicherungskopien
computer: rechner computer
reply: antwort antworten
address-form: siezen duzen anrede anreden angeredet per-du ansprechen
currency: währung euro chf franken dollar
home: wohne wohnt wohnen wohnung zuhause zu-hause haus stadt gezogen umgezogen daheim
work: arbeit arbeite beruf job
off: frei freier freien urlaub geschlossen feierabend
child: kind kinder sohn tochter
parents: mutter vater eltern
sibling: bruder schwester
spouse: frau mann ehefrau ehemann partnerin partner
friend: freund freundin
doctor: arzt ärztin mediziner hausarzt praxis dr
sick: krank krankheit
medicine: medikament medikamente tabletten
allergy: allergie allergisch unverträglichkeit laktose laktoseintolerant zöliakie glutenfrei vertrag verträgt | essen isst
food: essen isst kochen koche koch mahlzeit gericht rezept
vacation: urlaub ferien reise
car: auto wagen
music: musik lied band probe
book: buch roman lesen
exercise: sport training schwimmen laufen
school: schule universität uni studium
study: studiere studiert studier semester hausarbeit
teach: unterrichte unterricht lehrer lehrerin klasse
exam: klausur prüfung
gift: geschenk
birthday: geburtstag
age: alt alter jahre
pet: haustier hund katze
garden: garten schrebergarten boden pflanzen
pest: chemie pflanzenschutzmittel spritzmittel gift pestizide
boat: boot bootshaus boote
rent: miete vermieter
`

const NUMBERS = 'eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|ein'

const change: Changes = {
  corrects:
    'tippfehler|vertippt|korrektur|verschrieben|vertan|versehen|ich meinte?|gemeint (?:war|ist)|richtig (?:ist|wäre|muss)|quatsch|moment,? (?:nein|falsch)|nein,? (?:moment|halt|warte)|streich das|vergiss das|stimmt nicht|verwechselt|(?:war|ist|waren) falsch|falsche?[rsn]? (?:nummer|datum|tag|zeit|uhrzeit)|kommando zurück',
  instead:
    'um(?:benannt|getauft|gebucht|gesattelt)|runter|rauf|hoch|erhöht|gesenkt|gestiegen|gesunken|gekürzt|reduziert|aufgestockt|vertretung|vertritt|elternzeit|ausgeschieden|nachfolger(?:in)?|dazugekommen|ausgewandert|befördert|verlobt|geheiratet|geschieden|hat sich \\p{L}+|jetzt|nun|inzwischen|mittlerweile|neuerdings|stattdessen|statt|anstatt|anstelle|sondern|nicht mehr|kein\\p{L}* [^,.]{1,30} mehr|nur noch|doch|umgestiegen|gewechselt|wechsel\\p{L}*|geändert|ändert|verschoben|verlegt|vorgezogen|seit \\p{L}+|ab (?:sofort|jetzt|heute|morgen|nächste\\p{L}*|\\p{Lu}\\p{L}+|\\d)|übern(?:immt|ommen)|ersetzt|künftig|endgültig|raus|drin|rein|umgezogen|gezogen|gelandet|bis auf weiteres|neue?[rsnm]?|geworden|zuletzt',
  only: 'nur|nur noch|ausschließlich|bloß',
  reverts:
    'zurück|wie (?:gehabt|vorher|früher|bisher|gewohnt|immer)|wie (?:ursprünglich )?geplant|ursprünglich\\p{L}*|wieder|bleib(?:t|en|e) (?:doch )?(?:bei|beim)|beim alten|rückgängig',
  unsure:
    'vielleicht|eventuell|evtl|angenommen|falls|wenn|würden?|könnten?|überleg\\p{L}*|wahrscheinlich|vermutlich|womöglich|möglicherweise|ob|mal sehen|irgendwann|hätten? gern|soll(?:te)?n? (?:ich|wir)|am überlegen|spiele mit dem gedanken',
  adds: '(?<=\\S )(?:auch(?! nicht)|außerdem|zusätzlich|noch eine?[nmrs]?|weitere[rsnm]?|beide[rsnm]?|dazu)',
  article: 'der|die|das|den|dem|ein|eine[rnms]?|mein\\p{L}*|unser\\p{L}*|diese[rsnm]?',
  points: 'er|sie|es|das|der|die|den|ihn|dies\\p{L}*',
  duty: 'mach(?:e|t|en)|fähr(?:t|e)|fahre|kauft?e? ein|übernimmt|übernehme|betreut|holt?e?|abhol\\p{L}*|bring(?:t|e)|kocht?e?|zahlt?e?|leitet|zuständig|verantwortlich|ansprechpartner\\p{L}*|kümmert?e?|prüft|genehmigt|vertritt|unterschreibt|(?:mein|unser)e?r? (?:chef|ärzt|arzt|hausarzt|vermieter|trainer|betreuer|steuerberater|kontakt)\\p{L}*',
  copula: 'ist|sind|wird|steht|stehen|liegt',
  naming: 'heißt|heissen|heißen|nennen|nennt|genannt|getauft|name|namen',
  sorts: {
    time: `(?:\\d{1,2}(?:[:.]\\d\\d)?|${NUMBERS}) uhr(?: \\d\\d| dreißig)?(?: (?:früh|morgens|mittags|nachmittags|abends))?|\\d{1,2}:\\d\\d|(?:halb|viertel (?:vor|nach)|dreiviertel|kurz (?:vor|nach)) (?:${NUMBERS}|\\d{1,2})|(?:um|gegen) (?:${NUMBERS}|\\d{1,2})(?![.,]?\\d| ?%| euro| prozent)|(?:bis|ab|von) (?:${NUMBERS})(?! \\p{Lu})`,
    date: '(?:am|bis|zum|den|dem|vom|erst am) \\d{1,2}\\.(?! ?\\p{L}| ?\\d)',
    address: '\\p{Lu}\\p{L}+(?:straße|strasse|str\\.|weg|platz|allee|gasse|ring) \\d+\\p{L}?',
    amount:
      '(?:eine?|zwei|drei|vier|halbe) (?:tabletten?|tropfen|löffel|kapseln?)|ganze[rsn]?|halbe[rsn]?|doppelte?[rsn]?|einmal|zweimal|dreimal|\\d+(?:[.,]\\d+)? ?(?:gramm|kilo(?:gramm|meter)?|pfund|liter|minuten|stunden|leute|personen|gäste|euro|prozent|wochen|tage|seiten|tassen|punkte|plätze)',
    'part of day': 'morgens|vormittags|mittags|nachmittags|abends|nachts',
    colour: '(?:rot|blau|grün|gelb|orange|lila|rosa|braun|schwarz|weiß|grau|türkis|beige)(?:e[rsnm]?)?',
    language:
      'deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|chinesisch|japanisch|russisch|türkisch|polnisch|niederländisch|schwedisch|dänisch',
    length:
      'kurz\\p{L}*|kürzer\\p{L}*|knapp\\p{L}*|lang(?:e[rsn]?)?|länger\\p{L}*|ausführlich\\p{L}*|detailliert\\p{L}*',
    tone: 'förmlich|formell|locker|informell|per du|per sie|duzen|siezen|geduzt|gesiezt',
    theme: 'hell(?:es?|er)?|dunk(?:el|les?|ler)|tabs|leerzeichen',
    frequency:
      'täglich|wöchentlich|zweiwöchentlich|monatlich|vierteljährlich|jährlich|jeden tag|jede woche|jeden monat|alle (?:zwei|drei|vier) \\p{L}+|(?:ein|zwei|drei)mal (?:die|pro|am|im) \\p{L}+',
    drink: 'kaffee|espresso|cappuccino|entkoffeiniert\\p{L}*|\\p{L}*tee|bier|wein|cola|wasser',
    transport:
      '\\p{L}*bus|(?:u-|s-|straßen|eisen|regional)?bahn|zug|(?:fahr)?rad|auto|zu fuß|roller|motorrad|fähre|taxi',
    person:
      '(?:ehe)?frau|mann|partner(?:in)?|freund(?:in)?|sohn|tochter|mutter|mama|vater|papa|bruder|schwester|oma|opa|tante|onkel|nachbar(?:in)?|kolleg(?:e|in)|ich',
  },
}

export const german: Language = {
  code: 'de',
  stopWords: STOP_WORDS,
  wording,
  shape,
  calendar: {
    months: MONTHS.split(' '),
    weekdays: ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'],
    days: [
      String.raw`(?<![\d.])\d{1,2}\.\d{1,2}\.(?:\d{2,4})?(?![\d.])`,
      `(?<!\\p{L})(?:ersten?|zweiten?|dritten?|vierten?|fünften?|sechsten?|siebten?|achten?|neunten?|zehnten?|elften?|zwölften?|\\p{L}+zehnten?|\\p{L}*(?:zwan|drei)[zß]igsten?) (?:${MONTHS.replaceAll(' ', '|')})(?!\\p{L})`,
    ],
    relative: {
      yesterday: String.raw`\bgestern\b`,
      'before yesterday': String.raw`\bvorgestern\b`,
      today: String.raw`\bheute\b`,
      'last week': String.raw`\b(?:letzte|vorige) woche\b`,
      'this week': String.raw`\bdiese woche\b`,
      'last weekend': String.raw`\bletztes wochenende\b`,
      'last month': String.raw`\b(?:letzten|vorigen) monat\b`,
      'this month': String.raw`\bdiesen monat\b`,
      'last year': String.raw`\b(?:letztes|voriges) jahr\b`,
      'this year': String.raw`\bdieses jahr\b`,
    },
    ago: String.raw`\bvor (?<amount>\d+|eine[rm]|zwei|drei|vier|fünf|sechs) (?<unit>tag|woche|monat|jahr)`,
    numbers: {
      ...{ einer: 1, einem: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10 },
      ...{ elf: 11, zwölf: 12, fünfzehn: 15, zwanzig: 20, dreißig: 30 },
    },
    unitDays: { tag: 1, woche: 7, monat: 30, jahr: 365 },
  },
  asks: {
    when: String.raw`(?<!\p{L})(?:wann|welche[nrs]? (?:tag|datum|jahr|monat|woche)|wie (?:lange|oft))(?!\p{L})`,
    howMany: String.raw`(?<!\p{L})wie ?(?:viele?|alt|weit|groß|hoch|lang)(?!\p{L})`,
    firstPerson: String.raw`(?<!\p{L})(?:ich|mich|mir|meine?[rsnm]?)(?!\p{L})`,
    latest: String.raw`(?<!\p{L})(?:neueste[rsn]?|zuletzt|aktuell(?:e[rsn]?)?|derzeit|letzte[sn]? mal)(?!\p{L})`,
  },
  about: {
    self: {
      asks: String.raw`(?<!\p{L})(?:wer bin ich|wie hei(?:ß|ss)e ich|(?:wie (?:ist|lautet|war)|kennst du|was ist) mein(?:en)? name|wei(?:ß|ss)t du,? (?:wer ich bin|wie ich hei(?:ß|ss)e)|was wei(?:ß|ss)t du (?:alles |noch |eigentlich |schon )*(?:über|von) mi(?:ch|r)|wer ist (?:der |die )?(?:be)?nutzer(?:in)?|was (?:mache|arbeite|bin) ich (?:beruflich|von beruf)|als was arbeite ich|was ist mein (?:beruf|job))(?!\p{L})`,
      tells: String.raw`\b(?:[Ii]ch hei(?:ß|ss)e|[Mm]ein Name ist|[Nn]enne?n?(?: Sie)? mich|[Ii]ch bin (?:der |die |eine? )?(?=\p{Lu}\p{L}+(?:[,.!]|\s|$))(?!Laktose|Allerg|Veget|Vegan|Ihnen|Dir|Mir)|[Bb]in (?=\p{Lu}?\p{Ll}+, (?:studier|arbeit|mach))|[Ii]ch (?:arbeite (?:als|bei|im|in|für)|studiere|leite|unterrichte|betreue)(?!\p{L})|(?:[Dd]er |[Dd]ie )?(?:[Bb]en|[Nn])utzer(?:in)? (?:heißt|ist)(?!\p{L}))`,
    },
    who: {
      asks: String.raw`(?<!\p{L})(?:we[rnm]|wessen)(?!\p{L})`,
      tells: String.raw`(?:(?:Frau|Herrn?|Dr\.|Prof\.) (?=\p{Lu})|(?:zuständig|verantwortlich|Ansprechpartner(?:in)?)(?: \p{L}+){0,4} (?:ist|sind|für)|[Cc]hef(?:in)? ist (?=\p{Lu})|(?:[Ff]rage?|[Mm]elde dich bei|[Ww]ende dich an|[Ss]prich mit) (?=\p{Lu})|\p{Lu}\p{Ll}+ (?:prüft|leitet|betreut|kümmert sich|übernimmt|genehmigt|verantwortet|unterschreibt)(?!\p{L}))`,
    },
    title: {
      asks: String.raw`(?<!\p{L})(?:wie hei(?:ß|ss)t (?!meine|mein|der|unser)|(?:de[rnm]|sein|ihr|welche[rn]?) (?:name|titel)|welche[nrs]? (?:buch|bücher|roman|film|filme|lied|lieder|serie|spiel)e?)(?!\p{L})`,
      tells: String.raw`„[^“”]{2,60}[“”]|»[^«]{2,60}«`,
    },
  },

  change,
  stance: {
    no: String.raw`(?<!\p{L})(?:nicht|nie|niemals|kein\p{L}*|ohne)(?!\p{L})`,
    order: String.raw`\b(?:immer|nie|niemals|nicht|kein\w*|ich|wir)\b`,
    slots: [
      /(?<slot>ich wohne in|ich heiße|ich arbeite bei) (?<value>[^,.;]+)/iu,
      /(?<!\p{L})(?:meine?|unsere?) (?<slot>\p{L}+) (?:ist|heißt) (?<value>[^,.;]+)/iu,
    ],
    replacements: [
      /(?<!\p{L})von (?<a>[\w.+#-]+) (?:auf|zu) (?<b>[\w.+#-]+)/iu,
      /(?<b>[\w.+#-]+) (?:statt|anstelle von) (?<a>[\w.+#-]+)/iu,
    ],
    moving:
      'frau herr herrn verschoben verschiebt verschieben verlegt verlegen verlängert vorgezogen geändert gelegt legen umgebucht jetzt nun neu stattdessen mussten die bitte ich wir nutzen arbeite arbeiten haben habe machen macht mache gehen kommt woche monat euro nächster nächste ab per mit heute morgen bei hab bis um schon noch nur wird wurde erst beim vom zum seit nach vor während wegen geht gehe fährt läuft beginnt fängt startet unser unsere mein meine',
    inUse: String.raw`\b(?:nutz\w*|verwend\w*|ist|entschieden|gewählt|nehmen|setzen|bleiben)\b`,
    changed: String.raw`(?<!\p{L})(?:jetzt|nun|ab (?:jetzt|sofort|heute|nächste\p{L}*|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|\d)|nicht mehr|kein\p{L}* [^,.]{1,30} mehr|statt|anstatt|stattdessen|anstelle|doch|verschoben|verlegt|verschiebt|neu(?:e[rsnm]?)?|künftig|inzwischen|mittlerweile|gewechselt|wechseln|umgestiegen|umgezogen|fliegt|raus|ersetzt|abgelöst|übernimmt|rente|gekündigt|weg|geändert|ändert|erst am|erst|vorgezogen|verlängert|von nun an|sondern|gestrichen|abgesagt|erhöht|steigt|sinkt|wird zu|migriert|korrektur|neuerdings|seit (?:heute|gestern|kurzem|neuestem|diese[rm])|abgeschafft|gekürzt|gesenkt|angehoben|gestiegen|gesunken|gezogen|wurden? auf|gelegt|legen)(?!\p{L})`,
    rivals: [
      'vollzeit|teilzeit|minijob|freiberuflich|selbstständig|selbständig|arbeitslos|rente|elternzeit',
      'nachtschicht|frühschicht|spätschicht|tagschicht|wechselschicht|schichtdienst|nachtdienst|tagdienst',
      'ledig|single|verlobt|verheiratet|getrennt|geschieden|verwitwet',
      'vegetarisch|vegan|vegetarier\\p{L}*|veganer\\p{L}*|(?:wieder|auch) (?:fleisch|fisch)|kein fleisch|esse (?:wieder )?(?:fleisch|fisch)',
      'homeoffice|home office|remote|(?:im|ins) büro|vor ort|hybrid|von zu ?hause',
    ],
    others:
      'frau|mann|partner\\p{L}*|freundin|freund|sohn|tochter|mutter|vater|bruder|schwester|kolleg\\p{L}*|chef\\p{L}*',
    over: String.raw`(?<!\p{L})(?:geschenkt|verliehen|hat zu|rausgeschmissen|rausgeworfen|gar kein\p{L}*|nicht mehr|getauscht|abgegeben|sein lassen|gelassen|hört auf|kein\p{L}* [^,.]{1,30} mehr|statt|anstatt|anstelle|(?<=^)nicht (?:in|im|am|um|auf|bei|mit|der|die|das|den)|raus|weg|in rente|gekündigt|gestrichen|abgesagt|ersetzt|abgelöst|abgeschafft|verkauft|verschenkt|aufgehört|aufgegeben|aufgelöst|eingestellt|geschlossen|zugemacht|beendet|getrennt|schluss|vorbei|hingeschmissen|abgebrochen|ausgestiegen|ausgetreten|verloren|gestorben|storniert|abgemeldet|erledigt|entfällt|entfallen|fällt (?:[^,.]{1,30} )?(?:aus|weg|flach)|abgesprungen|ausgefallen|satt|tschüss|geplatzt)(?!\p{L})`,
  },
  hello: 'hallo|hi|guten tag|guten morgen|moin',
  labels: {
    preference: 'präferenz(?:en)?|vorlieben?',
    decision: 'entscheidung(?:en)?|entschieden|beschlossen',
    lesson: 'lehren?|lektion(?:en)?',
    fact: 'fakten|fakt|tatsachen?',
  },
  smallWords: `ich du er sie es wir ihr mein meine meinen meinem meiner unser unsere unserem unseren dein die der das des am
an bin bist habe hab hat haben mach mache machen wohne arbeite bitte immer nie kein keine jetzt dass wenn noch
nur schon sehr so aber was uns mir mich dir als vom ins ab um bis unter durch ja nein`,
  quietWords: `ich du er sie es wir ihr mein meine meinen meinem meiner unser unsere unserem unseren habe hab hat haben bin bist
mach mache machen muss kann soll sollen darf`,
  page: pageOf('Gedächtnis', ['Vorlieben', 'Fakten', 'Entscheidungen', 'Lehren'], {
    until: 'bis @link',
    more: 'Mehr in @folder',
    asOf: 'Stand @day',
    past: 'Vorbei',
    saidTo: 'zu',
  }),
  kept: {
    filler: String.raw`(?:danke(?: dir)?|super|prima|perfekt|sorry|entschuldige?|noch (?:was|eins)|kleine änderung)[,.:!]+\s*`,
    closer: String.raw`(?:,? (?:bitte|danke(?: dir)?|ok(?:ay)?|oder so|gell|stattdessen|lg|haha))+(?=[.!]*$)`,
    now: String.raw`(?<!\p{L})(?:(?<!ab |von |bis )jetzt|(?<!von )nun(?! an)|derzeit(?:ig\p{L}*)?|zurzeit|zur zeit|momentan|aktuell\p{L}*|gerade|inzwischen|mittlerweile|neuerdings|im moment|vorerst|seit kurzem|kürzlich|bald|demnächst|heute|gestern|übermorgen|(?<!jeden |am |guten |heute |gestern )morgen(?= (?!s)\p{Ll})|(?:diese[rsnm]?|nächste[rsnm]?|letzte[rsnm]?|kommende[rsnm]?) (?:woche(?:nende)?|monat|quartal|jahr|semester|saison|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|frühjahr|sommer|herbst|winter))(?!\p{L})`,
    reach: {
      day: String.raw`(?<!\p{L})(?:heute|übermorgen)(?!\p{L})`,
      week: String.raw`(?<!\p{L})(?:diese[rsnm]?|nächste[rsnm]?|kommende[rsnm]?) (?:woche(?:nende)?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?!\p{L})`,
      month: String.raw`(?<!\p{L})(?:diesen|nächsten|kommenden) monat(?!\p{L})`,
    },
    stays: String.raw`(?<!\p{L})(?:geburtstag\p{L}*|jahrestag\p{L}*|hochzeitstag|feiertag\p{L}*|geboren|jede[nrsm]?|jährlich|seit|ab|von|beginnt|beginnen|fängt|startet|gegründet|war|waren|wurde gekauft|läuft ab)(?!\p{L})`,
    ends: String.raw`(?<!\p{L})(?:bis|endet|enden|urlaub|weg|verreist|elternzeit|krankgeschrieben)(?!\p{L})`,
    demands: String.raw`(?<!\p{L})(?:muss|müssen|darf|dürfen|soll(?:en)?|verboten|pflicht|niemals|stets|braucht (?:die |eine )?(?:freigabe|zustimmung|unterschrift)|brauchen (?:die |eine )?(?:freigabe|zustimmung|unterschrift))(?!\p{L})|^(?:bitte )?(?:frag|melde|schreib|nutze|verwende|nimm|antworte)\p{L}* |(?<!\p{L})bitte (?:immer|nie|nur|keine?|ohne|mit) |(?<!\p{L})(?:nie|immer) (?:am|an|in|im|mit|ohne|per|auf) `,
    atPresent: String.raw`(?<!\p{L})(?:derzeit|zurzeit|zur zeit|momentan|aktuell|im moment)(?!\p{L})`,
  },
  letter: {
    greeting: 'hallo|liebe[rs]?|sehr geehrte[rs]?|guten tag',
    signOff: 'mit (?:freundlichen|besten) grüßen|(?:viele|liebe|beste) grüße|vg|lg',
  },
  related: RELATED,
}

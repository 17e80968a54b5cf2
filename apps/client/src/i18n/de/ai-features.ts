import type { aiFeatures as en } from '../en/ai-features.ts';
import type { Shape } from '../shape.ts';

export const aiFeatures: Shape<typeof en> = {
  title: 'KI-Funktionen',
  off: 'Für deine Firma ist die KI ausgeschaltet. Anrufe werden weder mitgeschrieben noch zusammengefasst.',
  quota: {
    used: '{{used}} von {{limit}} Anrufen',
    thisMonth: 'in diesem Monat ausgewertet',
    resets: 'beginnt am {{day}} neu',
    raise: 'Kontingent erhöhen',
  },
  noSpeech: 'Noch schreibt kein Dienst deine Anrufe mit. Was du hier wählst, gilt, sobald es einen gibt.',
  noPreferred: '{{provider}} ist nicht eingerichtet. Bis dahin bestehen Zusammenfassungen aus Zitaten, ohne KI.',
  setUp: 'KI-Dienste einrichten',
  provider: {
    title: 'Sprachmodell',
    adminOnly: 'Nur Admins',
    openai: 'Standard',
    mistral: 'Verarbeitung in Frankreich',
    own: 'Der eigene Dienst „{{name}}“ deiner Firma übernimmt das. Diese Wahl gilt, wenn er entfernt wird.',
    ask: {
      title: 'Zu {{provider}} wechseln?',
      text: 'Ab jetzt liest {{provider}} den Text neuer Anrufe der ganzen Firma. Bereits zusammengefasste Anrufe bleiben, wie sie sind.',
      action: 'Zu {{provider}} wechseln',
    },
    saved: '{{provider}} ist jetzt das Sprachmodell',
  },
  betaTitle: 'In Erprobung',
  betaHint: 'Ausschalten schaltet alles Abhängige mit aus',
  beta: 'Beta',
  needs: 'Braucht „{{feature}}“, das ausgeschaltet ist.',
  alsoOff: '„{{feature}}“ ist auch aus, weil es „{{needed}}“ braucht.',
  settingsOf: 'Einstellungen von {{feature}}',
  testPool: 'Am Testpool teilnehmen und neue Funktionen früher sehen',
  privacy: {
    title: 'Dürfen deine Anrufe mitgeschrieben werden?',
    intro: '„{{feature}}“ braucht den Text deiner Anrufe. Wenn du zustimmst:',
    captured: 'Erfasst',
    capturedAll: 'Der Ton aller deiner Anrufe, auf beiden Seiten. Das ist keine Aufnahme: Niemand kann sie abspielen.',
    capturedRecorded: 'Nur Anrufe, die ohnehin aufgenommen werden.',
    consent: {
      none: 'Die andere Seite hört keine Ansage. Sag ihr selbst, dass mitgeschrieben wird.',
      announcement: 'Die andere Seite hört vorher eine Ansage.',
      keypress: 'Die andere Seite stimmt vorher mit einem Tastendruck zu.',
    },
    sent: 'Gesendet',
    sentNowhere: 'Nichts. Alles bleibt auf diesem Server.',
    sentNoService:
      'Noch nichts, denn es ist kein Dienst eingerichtet. Admins bestätigen jeden Dienst, bevor etwas an ihn gesendet wird.',
    sentSound: 'Der Ton an {{name}} ({{host}}).',
    sentWords: 'Der Text an {{name}} ({{host}}).',
    kept: 'Aufbewahrt',
    keptHours:
      'Der Ton, bis er mitgeschrieben ist, höchstens {{hours}} Stunden. Transkripte und Zusammenfassungen, bis jemand sie löscht.',
    keptNot: 'Der Ton nur, bis er mitgeschrieben ist. Transkripte und Zusammenfassungen, bis jemand sie löscht.',
    later: 'Du kannst hier alles wieder ausschalten.',
    agree: 'Zustimmen und einschalten',
    cancel: 'Abbrechen',
  },
  lastOff: {
    title: 'Letzte KI-Funktion ausschalten?',
    text: 'Dann werden deine Anrufe nicht mehr mitgeschrieben. Vorhandene Transkripte und Zusammenfassungen bleiben.',
    action: 'Ausschalten',
  },
  summary: {
    title: 'Zusammenfassung',
    text: 'Themen, Kernpunkte und Kurztext nach jedem Gespräch. Schaltet die Transkription ein.',
  },
  headline: { title: 'Überschrift', text: 'Eine Zeile im Posteingang, damit du ohne Öffnen entscheiden kannst.' },
  answers: {
    title: 'Smarte Antworten',
    text: 'Beantwortet nach jedem Anruf deine gespeicherten Fragen, aus dem Gesagten.',
  },
  actionItems: { title: 'Aufgaben', text: 'Aufgaben aus dem Gespräch. Braucht die Zusammenfassung.' },
  share: { title: 'Gesprächsanteil', text: 'Zeigt am Player und im Transkript, wer wie viel gesprochen hat.' },
  smallTalk: {
    title: 'Small Talk',
    text: 'Merkt sich, was nebenbei erzählt wurde, etwa vom Urlaub.',
  },
  customWords: { title: 'Eigene Wörter', text: 'Schreibt Produktnamen und Fachbegriffe in Transkripten richtig.' },
  webhook: { title: 'Webhook', text: 'Sendet ausgewertete Anrufe geteilter Kanäle an eigene Programme.' },
};

import type { DocumentedCall } from './documented-call.ts';

/** Documented calls of those who speak German. */
export const germanCalls: readonly DocumentedCall[] = [
  {
    call: ['mara', 0, '08:41'],
    headline: 'Lieferung der Hängeleuchten kommt einen Tag früher',
    summary: {
      text: 'Annika Wolff möchte die zwölf Hängeleuchten für die neue Ausstellung schon am Donnerstag bekommen. Mara sagt die frühere Lieferung zu und schickt eine neue Auftragsbestätigung. Die Rechnung geht wie immer an die Zentrale in Hamburg.',
      topics: ['Lieferung', 'Hängeleuchten', 'Rechnung'],
      keyPoints: [
        'Zwölf Hängeleuchten, Lieferung am Donnerstag statt am Freitag',
        'Anlieferung über die Rampe hinter dem Haus, bis 11 Uhr',
        'Rechnung an die Zentrale in Hamburg',
      ],
    },
    transcript: [
      ['user', 0.4, 3.1, 'Tannhorst und Vale, Mara Tannhorst, guten Morgen.', 0.3],
      ['remote', 3.5, 7.6, 'Guten Morgen, Frau Tannhorst, hier ist Annika Wolff vom Möbelhaus Wolff.', 0.3],
      [
        'remote',
        7.7,
        12.4,
        'Es geht um die zwölf Hängeleuchten. Wir eröffnen die Ausstellung nun doch einen Tag früher.',
        -0.2,
      ],
      ['user', 12.9, 16.2, 'Oh, das wird knapp. Reicht es Ihnen, wenn sie am Donnerstag früh da sind?', -0.1],
      ['remote', 16.5, 19.4, 'Das wäre großartig, wenn Sie das schaffen.', 0.7],
      ['user', 19.8, 24.3, 'Das bekommen wir hin. Ich schicke Ihnen gleich eine neue Auftragsbestätigung.', 0.6],
      ['remote', 24.7, 29.1, 'Bitte über die Rampe hinter dem Haus, bis elf Uhr. Vorne wird gestrichen.', 0],
      ['user', 29.4, 32.2, 'Notiert. Und die Rechnung wieder nach Hamburg?', 0.1],
      ['remote', 32.5, 36.8, 'Genau, wie immer. Sie sind ein Schatz, danke!', 0.8],
      ['user', 37, 39.5, 'Sehr gern. Schönen Tag noch!', 0.6],
    ],
    actions: [
      ['Neue Auftragsbestätigung an Annika Wolff schicken', true],
      ['Spedition Nowak bitten, schon am Donnerstag vor 11 Uhr zu liefern'],
    ],
    smallTalk: [
      ['Ausstellung', 'Das Möbelhaus streicht den Eingang selbst; Frau Wolff hilft am Wochenende mit.', true],
      ['Urlaub', 'Fährt nach der Eröffnung eine Woche an die Ostsee.'],
    ],
    answers: [
      ['Worum geht es?', 'Zwölf Hängeleuchten sollen einen Tag früher kommen, am Donnerstag bis 11 Uhr.'],
      ['Wurde ein Preis genannt?', null],
    ],
    note: [
      'mara',
      '<p>Lieferung auf <strong>Donnerstag, bis 11 Uhr</strong> vorgezogen.</p><ul><li><p>Rampe hinter dem Haus</p></li><li><p>Rechnung nach Hamburg</p></li></ul>',
    ],
    recording: { mode: 'manual', seconds: 40, pitch: [205, 190] },
  },
  {
    call: ['mara', 1, '11:02'],
    headline: 'waiting',
    summary: 'waiting',
    transcript: 'loading',
    note: ['mara', '<p>Jonas übernimmt die Messe, wenn Priya zustimmt.</p>'],
  },
  {
    call: ['mara', 1, '16:20'],
    headline: 'Beleuchtung des Treppenhauses: drei Varianten bis Mittwoch',
    summary: {
      text: 'Julian Hartwig braucht für das Treppenhaus am Spreebogen drei Varianten mit Preisen, eine davon ohne Eingriff in die Decke.',
      topics: ['Treppenhaus Spreebogen', 'Angebot'],
      keyPoints: ['Drei Varianten bis Mittwoch', 'Eine ohne Eingriff in die Decke', 'Budget rund 14.000 Euro'],
    },
    transcript: 'disabled',
    actions: [
      ['Drei Varianten mit Preisen bis Mittwoch an Julian Hartwig'],
      ['Maße des Treppenhauses bei Katharina Sun erfragen'],
    ],
    smallTalk: [['Marathon', 'Läuft im Herbst seinen ersten Marathon.']],
    answers: 'waiting',
  },
  { call: ['mara', 2, '14:33'], headline: 'error', summary: 'error', transcript: 'error' },
  {
    call: ['shared', 0, '08:44'],
    headline: 'Drei Zimmer im Hotel ohne Licht',
    summary: {
      text: 'Im Hotel Ohlsen sind nach dem Tausch der Trafos drei Zimmer dunkel. Lene schickt noch heute jemanden mit Ersatz.',
      topics: ['Reklamation', 'Trafos'],
      keyPoints: ['Zimmer 204, 205 und 211', 'Techniker heute zwischen 14 und 16 Uhr'],
    },
    transcript: [
      ['user', 0.3, 2.4, 'Tannhorst und Vale, Lene Petersen.', 0.2],
      [
        'remote',
        2.7,
        8.2,
        'Grete Ohlsen vom Hotel Ohlsen. Seit die neuen Trafos drin sind, haben wir in drei Zimmern kein Licht!',
        -0.8,
      ],
      ['user', 8.5, 11.6, 'Das tut mir leid. Welche Zimmer sind das?', -0.1],
      ['remote', 11.9, 14.8, 'Die 204, die 205 und die 211. Und heute Abend sind wir voll.', -0.6],
      ['user', 15.2, 19.9, 'Ich schicke Ihnen heute zwischen zwei und vier jemanden mit Ersatz vorbei.', 0.4],
      ['remote', 20.2, 23.4, 'Gott sei Dank. Dann sind die Gäste noch nicht da.', 0.5],
      ['user', 23.7, 25.6, 'Bis später, Frau Ohlsen!', 0.5],
    ],
    actions: [['Techniker mit drei Trafos zum Hotel Ohlsen, 14 bis 16 Uhr']],
    note: ['lene', '<p>Techniker ist eingeplant. <em>Vorher anrufen!</em></p>'],
    recording: { mode: 'automatic', seconds: 26, pitch: [215, 180] },
  },
  {
    call: ['shared', 0, '08:09'],
    voicemail: {
      seconds: 10,
      pitch: [200, 122],
      text: 'loading',
      said: [
        ['remote', 0.4, 4.1, 'Guten Morgen, ich habe eine Frage zu Ihren Stehleuchten.'],
        ['remote', 4.6, 9.4, 'Rufen Sie mich bitte zurück, am besten am Vormittag. Danke!'],
      ],
    },
  },
  {
    call: ['lene', 0, '08:02'],
    headline: 'Abholung um eine Stunde verschoben',
    summary: {
      text: 'Felix Nowak holt die Palette für Hamburg erst um 15 Uhr ab.',
      topics: ['Abholung'],
      keyPoints: ['15 Uhr statt 14 Uhr'],
    },
    smallTalk: [['Lastwagen', 'Herr Nowak fährt zum ersten Mal den neuen elektrischen Lastwagen.']],
    note: ['lene', '<p>Lager weiß Bescheid.</p>'],
  },
  {
    call: ['jonas', 2, '10:12'],
    headline: 'Zweites Angebot für die Hotelhalle',
    summary: {
      text: 'Grete Ohlsen wünscht für die Halle ein zweites Angebot mit gedimmten Wandleuchten.',
      topics: ['Angebot', 'Hotelhalle'],
      keyPoints: ['Wandleuchten, dimmbar', 'Angebot bis Ende der Woche'],
    },
    actions: [['Angebot für die Hotelhalle bis Freitag', true]],
  },
];

/** The app as an extension of the phone system, and programs that could be joined with it. */
export const extensions = {
  title: 'Erweiterungen',
  intro:
    'Wie diese App mit deiner Telefonanlage verbunden ist und mit welchen Programmen sie deine Verfügbarkeit teilt.',
  app: {
    title: 'App-Nebenstelle',
    help: 'Mit ihr klingelt und telefoniert diese App wie ein eigenes Telefon.',
    states: {
      connected: 'Verbunden',
      elsewhere: 'In einem anderen Fenster verbunden',
      connecting: 'Verbindet',
      lost: 'Nicht verbunden',
      missing: 'Fehlt',
    },
    about: {
      connected: 'Anrufe klingeln hier, und du kannst von hier aus anrufen.',
      elsewhere: 'Ein anderes Fenster von dir nimmt die Anrufe an. Steuern kannst du sie auch hier.',
      connecting: 'Sie verbindet sich von selbst neu.',
      lost: 'Anrufe klingeln hier gerade nicht. Die App versucht es weiter.',
      missing: 'Die Telefonanlage hat keine Nebenstelle für diese App, deshalb klingeln Anrufe hier nicht.',
    },
    reconnect: 'Neu verbinden',
    connecting: 'Verbindet',
    reconnected: 'App-Nebenstelle verbunden',
  },
  devices: {
    title: 'Geräte, die bei dir klingeln',
    help: 'Welcher Kanal auf welchem Gerät klingelt, steht in den Einstellungen des Kanals.',
    add: 'Gerät hinzufügen',
    none: 'Noch hat sich kein Gerät von dir bei der Telefonanlage angemeldet.',
    loadFailed: 'Deine Geräte konnten nicht geladen werden.',
    retry: 'Noch einmal versuchen',
    app: 'App, {{name}}',
    phone: 'Telefon',
    thisKind: 'Sidetone im Browser oder auf dem Rechner',
    online: 'Angemeldet',
    offline: 'Nicht angemeldet',
    everywhere: 'klingelt für alle deine Kanäle',
    nowhere: 'klingelt für keinen Kanal',
    some: 'klingelt für {{channels}}',
  },
  others: {
    title: 'Andere Programme',
    none: 'Noch keine Programme zum Verbinden',
    text: 'Diese Version kann keine Chat- oder Besprechungsprogramme verbinden. Deine Verfügbarkeit zeigt nur Sidetone an.',
  },
};

/** What the program itself says, outside its page. */
export interface Words {
  readonly open: string;
  readonly quit: string;
  readonly cut: string;
  readonly copy: string;
  readonly paste: string;
  readonly selectAll: string;
  readonly copyLink: string;
  readonly server: string;
  readonly serverHelp: string;
  readonly connect: string;
  readonly notAnAddress: string;
  readonly notReached: (address: string) => string;
  readonly headset: string;
  readonly headsetText: string;
  readonly cancel: string;
  readonly signedIn: string;
  readonly signedInText: string;
}

const en: Words = {
  open: 'Open Sidetone',
  quit: 'Quit',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  copyLink: 'Copy link',
  server: 'Address of your Sidetone server',
  serverHelp: 'Your administrator knows it, such as phone.company.example.',
  connect: 'Connect',
  notAnAddress: 'This is not an address. Enter one such as phone.company.example, which must be reachable over https.',
  notReached: (address) => `No Sidetone server answers at ${address}. Check the address and your connection.`,
  headset: 'Choose a headset',
  headsetText: 'Its buttons will answer, end and mute calls.',
  cancel: 'Cancel',
  signedIn: 'You are signed in',
  signedInText: 'Go back to Sidetone. You can close this page.',
};

const de: Words = {
  open: 'Sidetone öffnen',
  quit: 'Beenden',
  cut: 'Ausschneiden',
  copy: 'Kopieren',
  paste: 'Einfügen',
  selectAll: 'Alles auswählen',
  copyLink: 'Link kopieren',
  server: 'Adresse deines Sidetone-Servers',
  serverHelp: 'Deine Administratoren kennen sie, zum Beispiel telefon.firma.example.',
  connect: 'Verbinden',
  notAnAddress: 'Das ist keine Adresse. Gib eine ein wie telefon.firma.example, die über https erreichbar ist.',
  notReached: (address) => `Unter ${address} antwortet kein Sidetone-Server. Prüfe die Adresse und deine Verbindung.`,
  headset: 'Headset auswählen',
  headsetText: 'Mit seinen Tasten kannst du Anrufe annehmen, beenden und stummschalten.',
  cancel: 'Abbrechen',
  signedIn: 'Du bist angemeldet',
  signedInText: 'Geh zurück zu Sidetone. Diese Seite kannst du schließen.',
};

export type Language = 'de' | 'en';

/** The words in this language. */
export const wordsIn = (language: Language): Words => ({ de, en })[language];

import type { help as en } from '../en/help.ts';
import type { Shape } from '../shape.ts';

export const help: Shape<typeof en> = {
  title: 'Hilfe',
  back: 'Zur App',
  permissions: {
    title: 'Mikrofon und Mitteilungen',
    first:
      'Andere hören dich nur, wenn der Browser Sidetone das Mikrofon überlässt. Er fragt einmal; wer Nein gesagt hat, kann das ändern.',
    second:
      'Drücke das Zeichen vor der Adresse, öffne die Einstellungen dieser Seite und erlaube Mikrofon und Mitteilungen. Lade die Seite dann neu.',
    third:
      'Auf dem Mac entscheidet auch das System: Systemeinstellungen, Datenschutz & Sicherheit, Mikrofon, und dort dein Browser. Unter Windows: Einstellungen, Datenschutz und Sicherheit, Mikrofon.',
    fourth:
      'Das Mikrofon gibt es nur über eine sichere Verbindung. Beginnt die Adresse mit http:// und ist es nicht dieser Rechner selbst, frage nach der Adresse mit https://.',
  },
  clickToDial: {
    title: 'Nummern mit einem Klick anrufen',
    first:
      'Links der Form tel: können sich in Sidetone öffnen. Die installierte App bietet sich dem System dafür an; in Chrome und Edge fragt der Browser, ob diese Seite sie öffnen darf.',
    second:
      'Andere Software übergibt Nummern über die Schnittstelle dieses Servers. Ein Link allein ruft nie jemanden an: Sidetone zeigt die Nummer, und du drückst Enter.',
    third:
      'Eine Erweiterung für den Browser macht aus Nummern auf jeder Seite solche Links. Eure Verwaltung kann eine nennen, die eure Firma nutzt; sie steht dann in den Einstellungen unter Erweitert.',
  },
  addressBook: {
    title: 'Das Adressbuch der Firma',
    first:
      'Sidetone hat ein eigenes Adressbuch. Es ist von Anfang an da, liegt auf diesem Server, und alle in deiner Firma sehen dieselben Kontakte. Wer Kontakte ändern darf, legt hier neue an.',
    second:
      'Kontakte aus Dateien (vCard oder CSV) kommen auf der Seite Kontakte dazu, und als solche Dateien gehen sie auch wieder hinaus.',
  },
  carddav: {
    title: 'Adressbücher über CardDAV',
    first:
      'CardDAV ist die Sprache, in der die meisten Adressbücher mit anderen Programmen reden. Verbindest du eines, sind seine Kontakte hier für alle in der Firma da, und was ihr hier ändert, steht auch dort.',
    second:
      'Du brauchst seine Adresse, einen Benutzernamen und ein Passwort. Nextcloud, SOGo und Radicale: die Adresse des Servers, etwa https://cloud.example.com. iCloud: https://contacts.icloud.com. Fastmail: https://carddav.fastmail.com. Die beiden letzten wollen ein eigenes Passwort für diese App, das du dort anlegst.',
    third:
      'Das Passwort wird verschlüsselt gespeichert und nur an die Server geschickt, für die du es eingegeben hast. Trennst du das Adressbuch, verlassen seine Kontakte Sidetone; dort bleiben sie.',
  },
  contact: {
    title: 'Wer hilft',
    first:
      'Diesen Server betreibt deine Firma oder jemand, den sie beauftragt hat. Eure Verwaltung weiß, an wen du dich wendest, und im Menü an deinem Namen erreicht das Feedback sie mit dem Protokoll der App.',
  },
  terms: {
    title: 'Nutzungsbedingungen',
    first:
      'Sidetone ist freie Software unter der Apache-Lizenz 2.0, ohne Gewähr. Zu welchen Bedingungen du diesen Server nutzt, steht zwischen dir und denen, die ihn betreiben.',
  },
  privacy: {
    title: 'Datenschutz',
    first:
      'Gespräche, Aufnahmen, Notizen und Kontakte liegen auf diesem Server und gehen nirgendwohin sonst, außer an Nummern, die du anrufst, und an Adressbücher, die jemand aus deiner Firma verbunden hat.',
    second:
      'Dein Browser behält, was du für die App gewählt hast, Notizen, die der Server noch nicht hat, und Aufnahmen, die du abgespielt hast.',
    third:
      'Wer in deiner Firma was sieht, legt eure Verwaltung fest. Sie sagt auch, wie lange Gespräche behalten werden.',
  },
};

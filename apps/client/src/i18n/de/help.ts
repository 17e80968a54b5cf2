import type { help as en } from '../en/help.ts';
import type { Shape } from '../shape.ts';

export const help: Shape<typeof en> = {
  title: 'Hilfe',
  back: 'Zur App',
  features: {
    title: 'Was Sidetone kann',
    first:
      'Anrufe im Browser oder am Tischtelefon führen, verbinden, halten und aufnehmen. Strg+K findet Personen und Nummern.',
    second:
      'Jeder Anruf steht im Posteingang, bis sich jemand darum gekümmert hat. Notizen, Themen und Aufnahmen bleiben beim Anruf. Kanäle und Warteschlangen verteilen Anrufe unter Kollegen.',
    third:
      'Kontakte kommen aus dem Adressbuch der Firma oder aus Adressbüchern, die du verbindest. Die Mailbox nimmt Nachrichten an, wenn niemand abnimmt.',
  },
  app: {
    title: 'Sidetone als App auf deinem Computer',
    first:
      'Chrome und Edge installieren Sidetone als App: Klicke auf das Symbol zum Installieren in der Adressleiste, oder wähle im Menü des Browsers „Sidetone installieren“. Die App hat dann ein eigenes Fenster und startet wie jedes andere Programm.',
    second:
      'In Safari auf dem Mac wählst du Ablage, Zum Dock hinzufügen. Firefox kann nicht auf jedem System Apps installieren.',
    third: 'Wenn deine Firma ein Programm für den Desktop bereitstellt, wissen deine Administratoren, wo es liegt.',
  },
  permissions: {
    title: 'Mikrofon und Benachrichtigungen',
    first:
      'Andere hören dich nur, wenn der Browser Sidetone das Mikrofon erlaubt. Er fragt einmal. Deine Antwort kannst du später ändern.',
    second:
      'Klicke auf das Symbol vor der Adresse, öffne die Einstellungen dieser Seite und erlaube Mikrofon und Benachrichtigungen. Lade die Seite dann neu.',
    third:
      'Auf dem Mac muss auch das System es erlauben: Systemeinstellungen, Datenschutz & Sicherheit, Mikrofon, und dort dein Browser. Unter Windows: Einstellungen, Datenschutz und Sicherheit, Mikrofon.',
    fourth:
      'Browser erlauben das Mikrofon nur über eine sichere Verbindung. Beginnt die Adresse mit http:// und gehört nicht zu diesem Rechner, frage nach der Adresse mit https://.',
  },
  clickToDial: {
    title: 'Nummern mit einem Klick anrufen',
    first:
      'Links, die mit tel: beginnen, lassen sich in Sidetone öffnen. Die installierte App bietet sich dem System dafür an. In Chrome und Edge fragt der Browser, ob diese Seite sie öffnen darf.',
    second:
      'Andere Programme können Nummern über die Schnittstelle dieses Servers an Sidetone übergeben. Ein Link allein startet nie einen Anruf: Sidetone zeigt die Nummer, und du drückst Enter.',
    third:
      'Eine Browser-Erweiterung macht aus Nummern auf jeder Seite solche Links. Wenn deine Administratoren eine bereitgestellt haben, findest du sie in den Einstellungen unter Erweitert.',
  },
  addressBook: {
    title: 'Das Adressbuch der Firma',
    first:
      'Sidetone hat ein eigenes Adressbuch. Es liegt auf diesem Server, und alle in deiner Firma sehen dieselben Kontakte. Wer die Berechtigung hat, Kontakte zu ändern, kann hier neue anlegen.',
    second:
      'Auf der Seite Kontakte kannst du Kontakte aus vCard- oder CSV-Dateien importieren und als solche Dateien exportieren.',
  },
  carddav: {
    title: 'Adressbücher über CardDAV',
    first:
      'CardDAV ist der Standard, über den die meisten Adressbücher Kontakte austauschen. Sobald du eines verbindest, sehen alle in der Firma hier seine Kontakte. Was ihr hier ändert, ändert sich auch dort.',
    second:
      'Du brauchst seine Adresse, einen Benutzernamen und ein Passwort. Nextcloud, SOGo und Radicale: die Adresse des Servers, etwa https://cloud.example.com. iCloud: https://contacts.icloud.com. Fastmail: https://carddav.fastmail.com. iCloud und Fastmail verlangen ein eigenes Passwort für diese App, das du dort anlegst.',
    third:
      'Das Passwort wird verschlüsselt gespeichert und nur an die Server gesendet, für die du es eingegeben hast. Trennst du das Adressbuch, werden seine Kontakte aus Sidetone entfernt. Im Adressbuch bleiben sie.',
  },
  hubspot: {
    title: 'Kontakte in HubSpot',
    first:
      'Sobald du HubSpot verbindest, sehen alle in der Firma hier seine Kontakte. Anrufer erscheinen mit Name und Firma, und Kontakte führen zu ihrem Eintrag. Was ihr hier ändert, ändert sich auch in HubSpot.',
    second:
      'Du brauchst ein Zugriffstoken. Ein Administrator eures HubSpot-Kontos legt dort eine private App an und erlaubt ihr, Kontakte zu lesen und zu schreiben und Firmen, Deals und Tickets zu lesen. Füge ihr Zugriffstoken hier ein.',
    third:
      'Das Token wird verschlüsselt gespeichert und nur an HubSpot gesendet. Trennst du HubSpot, werden seine Kontakte aus Sidetone entfernt. In HubSpot bleiben sie.',
  },
  contact: {
    title: 'Ansprechpartner',
    first:
      'Diesen Server betreibt deine Firma oder jemand in ihrem Auftrag. Deine Administratoren wissen, an wen du dich wenden kannst. Du erreichst sie in deinem Menü mit „Rückmeldung geben“, auf Wunsch mit dem Protokoll der App.',
  },
  terms: {
    title: 'Nutzungsbedingungen',
    first:
      'Sidetone ist freie Software unter der Apache-Lizenz 2.0, ohne Gewähr. Die Bedingungen für die Nutzung dieses Servers vereinbarst du mit seinem Betreiber.',
  },
  privacy: {
    title: 'Datenschutz',
    first:
      'Anrufe, Aufnahmen, Notizen und Kontakte liegen auf diesem Server. Sie gehen sonst nirgendwohin, außer an Nummern, die du anrufst, und an Adressbücher, die deine Firma verbunden hat.',
    second:
      'Dein Browser speichert deine Einstellungen der App, Notizen, die der Server noch nicht hat, und Aufnahmen und Sprachnachrichten, die du abgespielt hast.',
    third: 'Deine Administratoren legen fest, wer in deiner Firma was sieht und wie lange Anrufe aufbewahrt werden.',
  },
};

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
      'Browser erlauben das Mikrofon nur über eine sichere Verbindung. Beginnt die Adresse mit http:// und gehört nicht zu diesem Rechner, frag nach der Adresse mit https://.',
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
      'Du brauchst ein Zugriffstoken. Ein Administrator eures HubSpot-Kontos legt dort eine private App an und erlaubt ihr, Kontakte zu lesen und zu schreiben und Firmen, Deals, Tickets und Besitzer zu lesen. Mit crm.schemas.contacts.write kann sie außerdem jeden eingetragenen Anruf so kennzeichnen, dass keiner doppelt eingetragen wird. Füge ihr Zugriffstoken hier ein.',
    third:
      'Das Token wird verschlüsselt gespeichert und nur an HubSpot gesendet. Trennst du HubSpot, werden seine Kontakte aus Sidetone entfernt. In HubSpot bleiben sie.',
  },
  pipedrive: {
    title: 'Personen in Pipedrive',
    first:
      'Sobald du Pipedrive verbindest, sehen alle in der Firma hier seine Personen. Anrufer erscheinen mit Name und Firma, und Kontakte führen zu ihrem Eintrag. Was ihr hier ändert, ändert sich auch in Pipedrive.',
    second:
      'Du brauchst ein API-Token. Öffne in Pipedrive deine persönlichen Einstellungen, dann API, und kopiere das Token. Sidetone sieht und ändert, was dieser Benutzer sehen und ändern darf.',
    third:
      'Das Token wird verschlüsselt gespeichert und nur an Pipedrive gesendet. Trennst du Pipedrive, werden seine Personen aus Sidetone entfernt. In Pipedrive bleiben sie. Wer in Pipedrive gelöscht wird, verschwindet hier innerhalb einer Woche.',
  },
  salesforce: {
    title: 'Kontakte und Anrufe in Salesforce',
    first:
      'Sobald du Salesforce verbindest, sehen alle in der Firma hier seine Kontakte, Leads und Accounts. Anrufer erscheinen mit Name und Firma. Was ihr hier an Kontakten und Leads ändert, ändert sich auch in Salesforce. Accounts änderst du nur dort. Anrufe werden als Aufgaben protokolliert.',
    second:
      'Gib die Adresse eurer Firma ein, etwa https://acme.my.salesforce.com. Hat der Betreiber die Anmeldung nicht eingerichtet, legt ein Administrator von Salesforce eine External Client App mit Client Credentials Flow und einem ausführenden Benutzer an. Gib hier ihren Consumer Key und ihr Consumer Secret ein. Der Benutzer braucht Zugriff auf die API, Kontakte, Leads, Accounts und Aufgaben.',
    third:
      'Soll ein Anruf auch dann nie doppelt erscheinen, wenn Salesforce spät antwortet, legt ein Administrator bei Aktivitäten das Textfeld Sidetone_Call_Id an, als eindeutige externe ID. Sonst sucht Sidetone den Anruf zuerst. Deine Angaben werden verschlüsselt gespeichert und nur an Salesforce gesendet. Trennst du Salesforce, werden seine Kontakte aus Sidetone entfernt. In Salesforce bleiben sie.',
  },
  zoho: {
    title: 'Kontakte und Anrufe in Zoho CRM',
    first:
      'Sobald du Zoho CRM verbindest, sehen alle in der Firma hier seine Kontakte, Leads und Firmen. Anrufer erscheinen mit Name und Firma. Was ihr hier an Kontakten und Leads ändert, ändert sich auch in Zoho. Firmen änderst du nur dort. Anrufe werden im Modul Anrufe protokolliert, mit den Personen und Deals, die ihr auswählt.',
    second:
      'Öffne Zoho CRM und kopiere die Adresse aus deinem Browser, etwa https://crm.zoho.eu/crm/org20012345. Sie sagt, wo eure Daten liegen und welche Firma eure ist. Hat der Betreiber die Anmeldung nicht eingerichtet, legt ein Administrator von Zoho CRM in der Zoho API Console einen Self Client an. Gib hier dessen Client ID und Client Secret ein.',
    third:
      'Deine Angaben werden verschlüsselt gespeichert und nur an Zoho gesendet. Nach einer Unterbrechung sucht Sidetone den Anruf, bevor es ihn noch einmal schreibt. Dafür steht am Ende des Textes ein Schlüssel: Lass ihn bitte stehen. Trennst du Zoho CRM, werden seine Kontakte aus Sidetone entfernt. In Zoho bleiben sie.',
  },
  bridge: {
    title: 'CRMs über Brücken',
    first:
      'Eine Brücke ist ein Programm, das Sidetone mit einem CRM verbindet. Der Betreiber eures Servers legt fest, welche Brücken ihr verbinden könnt. Sobald eine verbunden ist, sehen alle in der Firma ihre Kontakte. Änderungen kommen bis zu zwanzig Minuten später an.',
    second:
      'Auch Anrufe werden über die Brücke protokolliert. Wie viel davon, hängt von ihr ab: Ältere Brücken nehmen an, wer wen wann angerufen hat. Neuere nehmen auch Notizen, Ergebnisse und Aufgaben an. Eine Brücke sagt nicht, was sie protokolliert hat. Geht ihre Antwort verloren, entscheidest du, ob der Anruf noch einmal protokolliert wird.',
    third:
      'Was du eingibst, wird verschlüsselt gespeichert und nur an die Brücke gesendet, die es an euer CRM weitergibt. Nennt eine Brücke plötzlich viel weniger Kontakte, bleiben die fehlenden hier, bis das seit einer halben Stunde feststeht. Eine leere Liste entfernt keine.',
  },
  sipgate: {
    title: 'Kontakte in sipgate',
    first:
      'Sidetone liest die geteilten Kontakte eines sipgate-Kontos, und Anrufer erscheinen mit Namen. Geändert werden Kontakte in sipgate. Private Kontakte der Person, der das Token gehört, bleiben außen vor.',
    second:
      'Du brauchst ein persönliches Zugriffstoken mit der Berechtigung contacts:read, das du in deinem sipgate-Konto anlegst. Gib seine Token-ID als Benutzernamen und das Token als Passwort ein.',
    third:
      'Das Token wird verschlüsselt gespeichert und nur an sipgate gesendet. Trennst du sipgate, werden seine Kontakte aus Sidetone entfernt. In sipgate bleiben sie.',
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

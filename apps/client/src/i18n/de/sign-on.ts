import type { signOn as english } from '../en/sign-on.ts';
import type { Shape } from '../shape.ts';

export const signOn: Shape<typeof english> = {
  door: 'Mit deiner Firma anmelden',
  emailFirst: 'Gib zuerst oben deine E-Mail-Adresse ein.',
  going: 'Die Anmeldeseite deiner Firma öffnet sich …',
  required: 'Deine Firma meldet ihre Benutzer auf ihrer eigenen Seite an.',
  title: 'Anmeldung deiner Firma',
  checking: 'Du wirst angemeldet …',
  back: 'Zurück zur Anmeldung',
  again: 'Noch einmal versuchen',
  problems: {
    notSetUp: 'Für diese Adresse nutzt hier keine Firma Single Sign-on. Melde dich mit deinem Passwort an.',
    suspended: 'Deine Firma ist auf diesem Server gesperrt.',
    providerDown: 'Der Anmeldedienst deiner Firma antwortet nicht. Versuche es in ein paar Minuten noch einmal.',
    providerFault: 'Die Antwort des Anmeldedienstes deiner Firma ist nicht vertrauenswürdig. Fang noch einmal an.',
    clientRefused: 'Der Anmeldedienst deiner Firma nimmt Sidetone nicht an. Frag deinen Administrator.',
    cancelled: 'Du wurdest bei deiner Firma nicht angemeldet.',
    over: 'Diese Anmeldung hat zu lange gedauert oder wurde schon benutzt. Fang noch einmal an.',
    noAddress: 'Deine Firma hat keine E-Mail-Adresse mitgeteilt. Frag deinen Administrator.',
    notVerified: 'Deine Firma hat deine E-Mail-Adresse nicht bestätigt. Frag deinen Administrator.',
    wrongDomain: 'Deine E-Mail-Adresse gehört nicht zu dieser Firma.',
    noUser: 'Du hast hier noch keinen Benutzer. Bitte deinen Administrator um eine Einladung.',
    usersFull: 'Deine Firma hat so viele Benutzer, wie sie haben darf. Frag deinen Administrator.',
    otherUser: 'Deine E-Mail-Adresse gehört zu einem anderen Benutzer. Frag deinen Administrator.',
    deactivated: 'Dein Benutzer ist deaktiviert. Frag deinen Administrator.',
    administrator: 'Als Administrator brauchst du eine bestätigte E-Mail-Adresse. Melde dich mit deinem Passwort an.',
  },
};

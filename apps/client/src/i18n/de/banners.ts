import type { banners as en } from '../en/banners.ts';
import type { Shape } from '../shape.ts';

export const banners: Shape<typeof en> = {
  offline: 'Du bist offline. Anrufe erreichen dich hier nicht.',
  connectionLost: 'Verbindung zur Telefonanlage verloren.',
  reconnect: 'Neu verbinden',
  reconnecting: 'Verbindung verloren. Wird wiederhergestellt …',
  readMore: 'Mehr lesen',
  dismiss: 'Diesen Hinweis schließen',
  noPhone: 'Diese App fehlt als Gerät. Anrufe gehen nur an deine anderen Telefone.',
  setUpAgain: 'Neu einrichten',
  settingUp: 'Wird eingerichtet …',
  phonesOffline: 'Alle Telefone sind abgemeldet. Eingehende Anrufe erreichen dich nicht.',
  toPhones: 'Telefone zeigen',
  teams: {
    signedOut: 'Microsoft nimmt deine Anmeldung nicht mehr an, deshalb zeigt Teams deine Anrufe nicht.',
    forbidden: 'Microsoft erlaubt Sidetone nicht mehr, deine Verfügbarkeit in Teams zu zeigen.',
  },
  toTeams: 'Verbindung zeigen',
  aiServices: '{{names}} funktioniert nicht. Anrufe werden deshalb nicht wie eingerichtet dokumentiert.',
  toAiServices: 'Nachsehen',
  update: 'Eine neue Version ist bereit.',
  reload: 'Neu laden',
};

// Which stories a room of the product can touch. A room that is not in these tables can touch all of them.

const calls =
  words(`two-colleagues two-devices bad-calls both-generations while-it-rings hold keys transfer shortcuts keyboard survival
  supervision paging classic classic-calls engine-conformance second-stack desk-phone linphone tcp-phone secure-phone queue waiting call-back queue-board skills provider-queue
  first-company trunks turn roaming busy-lamps recorded-calls ring-outputs switching-devices call-page voicemail click-to-dial
  omnibar operator banners settings-audio feedback second-machine documented-call call-quota call-forwarding
  offline-documentation`);
const sip = words('bad-sip sipvicious classic-registrar cell');
const drawn = words('accessibility screens first-sight');
const asked = words('bad-requests strangers strange-commands');
const people = words('contacts contact-form contact-import favorites integrations omnibar threads inbox call-page');
const history = words(
  'inbox threads call-page channel-view keyboard queue voicemail two-colleagues notes-kept platform documented-call call-quota',
);
const listening = words('player recorded-calls files-in-s3 voicemail transcript call-evidence call-page threads inbox');
const settings =
  words(`ai-features ai-services ai-models smart-answers call-answers custom-words webhook emails settings settings-profile settings-advanced settings-audio settings-phones second-factor shortcuts integrations administration
  channel-view start first-company operator ring-outputs switching-devices banners`);

/** Rooms below `apps/client/src`. Missing on purpose: `app`, `window`, `pages`, `dialling`, `i18n`, `live`, `platform`, `ui`. */
const clientRooms: Readonly<Record<string, readonly string[]>> = {
  admin: [
    ...drawn,
    ...words(
      'administration admin-roles classic-administration first-company first-hour given-numbers people-import banners trunks operator contact-import feedback secrets ai-services ai-models voice-menu conference-room paging waiting opening-hours provisioning call-forwarding sound-input spoken-texts call-records emails directory single-sign-on alarms skills',
    ),
  ],
  audio: [...drawn, ...calls, ...settings, ...words('start sound-input')],
  banners: [...drawn, ...words('banners shell start')],
  'call-assistant': [...drawn, 'call-assistant'],
  'call-detail': [
    ...drawn,
    ...history,
    ...listening,
    ...words('notes omnibar feedback contacts smart-answers call-answers'),
  ],
  calls: [...drawn, ...calls, ...history, 'caller-card'],
  'channel-pages': [...drawn, ...history, ...listening, ...people, ...words('first-hour first-company start shell')],
  'api-tokens': [...drawn, ...words('directory settings-profile')],
  'conference-rooms': words('conference-room'),
  blocked: [...drawn, 'blocked-callers', ...words('inbox threads settings administration')],
  channels: [...drawn, ...history, ...settings, ...words('omnibar transfer sound-input queue-board')],
  'contact-pages': [...drawn, ...people, ...words('keyboard shortcuts caller-card')],
  statistics: words('statistics'),
  'queue-board': words('queue-board call-back supervision skills'),
  contacts: [...drawn, ...people, ...calls, 'caller-card'],
  entry: [
    ...drawn,
    ...words(
      'start sign-in bad-sign-in second-factor second-machine first-company first-hour shell two-colleagues single-sign-on',
    ),
  ],
  feedback: [...drawn, 'feedback'],
  forwarding: [...drawn, 'settings', 'shell', 'call-forwarding'],
  'ai-chat': [...drawn, 'ai-chat'],
  'crm-logging': [
    ...drawn,
    ...words('call-logging call-logging-by-hand call-logging-desk-phone crm-log call-page inbox feedback'),
  ],
  inbox: [...drawn, ...history, ...listening],
  notes: [...drawn, ...words('notes notes-kept call-page threads platform inbox smart-answers')],
  omnibar: [...drawn, ...people, ...words('bad-calls click-to-dial transfer keyboard shortcuts')],
  player: [...drawn, ...listening, ...words('shortcuts keyboard')],
  'second-factor': words('second-factor settings-profile sign-in single-sign-on'),
  settings: [...drawn, ...settings, ...words('keyboard shell')],
  'sound-input': words('sound-input spoken-texts'),
  threads: [...drawn, ...history, ...listening, ...people],
  transcript: [...drawn, ...words('transcript call-evidence call-page threads')],
};

/** Rooms below `apps/server/src`, features and parts of the exchange one by one. */
const serverRooms: Readonly<Record<string, readonly string[]>> = {
  backup: words('operator survival'),
  cell: words('wrong-door two-nodes cell start'),
  cli: words('operator administration secrets files-in-s3 two-nodes'),
  sound: [...listening, ...words('hold queue settings-audio')],
  tls: words('second-machine secure-phone start provisioning'),
  supervisor: words('start survival platform notes-kept operator recorded-calls'),
  'exchange-memory': [...calls, ...sip, ...history],
  integrations: [...people, ...words('banners settings caller-card call-logging-desk-phone')],
  mail: words('emails operator administration'),
  reach: [...people, ...words('banners settings webhook')],
  'sign-on': words('single-sign-on'),
  pbx: [...calls, ...sip, ...history],
  'features/administration': [
    ...settings,
    ...words(
      'administration admin-roles classic-administration first-hour given-numbers people-import banners trunks operator feedback secrets voice-menu conference-room paging waiting opening-hours provisioning call-forwarding single-sign-on directory skills',
    ),
  ],
  'features/assistants': words('call-assistant call-assistant-phone administration'),
  'features/asked-callers': words('call-assistant-phone'),
  'features/voice-bots': words('voice-bot call-assistant'),
  'features/analytics': words('feedback operator'),
  'features/audit-streams': words('webhook'),
  'features/announcements': words('queue waiting voicemail recorded-calls sound-input spoken-texts'),
  'features/call-control': calls,
  'features/call-notices': [...calls, ...history],
  'features/call-reports': words('feedback operator'),
  'features/channels': [...history, ...settings, ...calls],
  'features/classic': words('classic classic-calls classic-registrar both-generations while-it-rings settings-phones'),
  'features/click-to-dial': words('click-to-dial platform omnibar'),
  'features/contact-files': words('contact-import contacts'),
  'features/contacts': [...people, ...calls],
  'features/content': words('shell settings operator'),
  'features/devices': [...calls, ...settings, ...sip],
  'features/documentation': [...listening, ...history, 'notes'],
  'features/api-tokens': words('directory'),
  'features/blocked-callers': words('blocked-callers'),
  'features/favorites': people,
  'features/feedback': words('feedback operator'),
  'features/guards': [...calls, ...sip],
  'features/inbox': [...history, ...listening, ...calls],
  'features/info-banners': words('banners'),
  'features/metrics': words('operator'),
  'features/provisioning': words('provisioning'),
  'features/ongoing-calls': calls,
  'features/phones': [...calls, ...settings, 'classic-registrar'],
  'features/smart-answers': words('ai-features call-page documented-call'),
  'features/sounds': [...listening, ...calls, ...words('channel-view')],
  'features/mcp': words('settings-profile'),
  'features/user-pictures': words('settings-profile administration contacts'),
  'features/call-records': words('call-records administration'),
  'features/health': words('call-records alarms skills'),
  'features/notices': words('alarms'),
  'features/statistics': words('statistics queue-board'),
  'features/queue-board': words('queue-board call-back supervision skills'),
  'features/parked-calls': words('transfer'),
  'features/conference-rooms': words('conference-room'),
  'features/presence-connector': words('presence-connector'),
  'features/mail': words('emails skills'),
  'features/webhooks': words('webhook'),
  'features/trunks': words('first-company trunks provider-queue secrets administration'),
};

/** Parts of the product that no room table covers, by how their paths begin. */
const parts: Readonly<Record<string, readonly string[]>> = {
  CHANGELOG: ['shell'],
  'packages/sip/': [...calls, ...sip],
  'apps/desktop/': words('settings-advanced settings-audio settings-phones shell start banners secrets strangers'),
};

/** Names of the story files that a file of the product can touch, or all of them. */
export function storiesOfPath(path: string): readonly string[] | 'all' {
  for (const [start, stories] of Object.entries(parts)) if (path.startsWith(start)) return [...new Set(stories)];
  const client = /^apps\/client\/src\/([\w-]+)\//.exec(path)?.[1];
  if (client) return storiesOf(clientRooms[client]);
  const server = /^apps\/server\/src\/(features\/[\w-]+|[\w-]+)\//.exec(path)?.[1];
  if (!server) return 'all';
  const found = storiesOf(serverRooms[server]);
  // What strangers ask, in form or in person, can come to any door of a feature.
  return found === 'all' || !server.startsWith('features/') ? found : [...new Set([...found, ...asked])];
}

/** All rooms of the tables with their stories, for their test. */
export const roomTables = { clientRooms, serverRooms };

function storiesOf(stories: readonly string[] | undefined): readonly string[] | 'all' {
  return stories ? [...new Set(stories)] : 'all';
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
